// The identity area's door.
export { apiToken } from "./api-token.ts";
export { PERMISSION_CODES, PERMISSIONS } from "./permissions.ts";
export { role } from "./role.ts";
export { setStaffPassword, staff } from "./staff.ts";
