// The name that services of earlier versions start: theirs go on after an update. `npm run server` is start.js.
await import(new URL("start.js", import.meta.url).href);

export {};
