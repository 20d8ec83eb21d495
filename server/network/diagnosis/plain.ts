// Rows and records as JSON writes them: instants are texts, as the pure rules read them.

export const plain = <T>(row: T | null | undefined): T | null =>
  row === undefined || row === null ? null : (JSON.parse(JSON.stringify(row)) as T);
