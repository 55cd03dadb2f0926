/** True if dist/ is what a build would make now. */
export function isBuilt(): Promise<boolean>;
