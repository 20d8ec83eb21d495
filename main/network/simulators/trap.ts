// A refusal of the simulated router.

/** A trap to be answered; category null: none is sent. */
export class Trap extends Error {
  readonly category: number | null;
  constructor(message: string, category: number | null) {
    super(message);
    this.category = category;
  }
}
