// The address's parameters, for pages whose forms may end after their reader has gone on: setting them late does nothing.
import { type SetURLSearchParams, useLocation, useSearchParams } from "react-router";

/** Of the address as it is now, whatever page asks. */
const pathNow = (): string => location.hash.slice(1).split("?")[0] || "/";

/** As `useSearchParams`; once another page is open, setting them would bring this one back, and is left undone. */
export function useParamsHere(): [URLSearchParams, SetURLSearchParams] {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  return [
    params,
    (...next) => {
      if (decodeURI(pathNow()) === decodeURI(pathname)) setParams(...next);
    },
  ];
}
