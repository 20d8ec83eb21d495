// Pickers find customers by the search that knows them all, not by looking through every record at each key.
import { customer } from "../../../shared/subscribers/index.ts";
import { findWith } from "../../kernel/resource/finders.ts";
import { customerSearch } from "./customer-search.ts";

findWith(
  customer,
  (replica, typed, limit) => replica.projection(customerSearch).search(typed, { limit }).rows,
);
