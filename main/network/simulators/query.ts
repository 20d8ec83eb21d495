// RouterOS query words: a small stack machine. https://help.mikrotik.com/docs/display/ROS/API (Queries)

type Row = Readonly<Record<string, string>>;

const numeric = (value: string): number | null => (/^-?\d+$/.test(value) ? Number(value) : null);

function compare(actual: string | undefined, wanted: string, operator: ">" | "<"): boolean {
  if (actual === undefined) return false;
  const left = numeric(actual);
  const right = numeric(wanted);
  if (left !== null && right !== null) return operator === ">" ? left > right : left < right;
  return operator === ">" ? actual > wanted : actual < wanted;
}

function operate(stack: boolean[], operators: string): void {
  for (const operator of operators) {
    const top = stack.pop() ?? false;
    if (operator === "!") stack.push(!top);
    else if (operator === "|") stack.push((stack.pop() ?? false) || top);
    else if (operator === "&") stack.push((stack.pop() ?? false) && top);
  }
}

/** Does the row satisfy the queries (without their leading `?`)? All values left on the stack must be true. */
export function matches(row: Row, queries: readonly string[]): boolean {
  const stack: boolean[] = [];
  for (const query of queries) {
    const kind = query.charAt(0);
    if (kind === "#") {
      operate(stack, query.slice(1));
      continue;
    }
    if (kind === "-") {
      stack.push(row[query.slice(1)] === undefined);
      continue;
    }
    const body = kind === ">" || kind === "<" || kind === "=" ? query.slice(1) : query;
    const at = body.indexOf("=", 1);
    const name = at < 0 ? body : body.slice(0, at);
    if (at < 0) stack.push(row[name] !== undefined);
    else if (kind === ">" || kind === "<") stack.push(compare(row[name], body.slice(at + 1), kind));
    else stack.push(row[name] === body.slice(at + 1));
  }
  return stack.every(Boolean);
}
