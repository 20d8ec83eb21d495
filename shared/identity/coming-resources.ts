// What default roles and references may speak of before it exists.

/**
 * Resources that the product is to have and that have no permission yet. Default roles may speak of them already, so that
 * they reach the roles that were meant on the day they come. Whoever builds one takes it off this list.
 */
export const COMING_RESOURCES = ["network.olt", "network.onu"] as const;
