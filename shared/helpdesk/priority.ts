// How urgent a ticket or a work order is.

export const PRIORITIES = ["LOW", "MEDIUM", "HIGH", "URGENT"] as const;
