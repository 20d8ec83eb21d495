// The demo tenant's owner at the public API, for what the demo sets up at each start.

export interface Page<T> {
  next: string | null;
  results: T[];
}

/** @throws Error with the answer's own words when it is a refusal. */
export type DemoApi = <T>(method: string, path: string, body?: unknown) => Promise<T>;

function api(url: string, token: string | null): DemoApi {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
}

export async function signInAsOwner(url: string): Promise<DemoApi> {
  const signIn = { username: "admin", password: "admin-demo", tenant: "demo" };
  const { token } = await api(url, null)<{ token: string }>("POST", "/auth/login/", signIn);
  return api(url, token);
}
