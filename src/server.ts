/** Composition root: puts configuration, routes and sites together and listens. */
export {};
