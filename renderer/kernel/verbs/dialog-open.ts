// Whether a dialog or a menu is open: then the keys belong to it.

export const dialogOpen = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;
