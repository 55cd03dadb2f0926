/** Throws where a schema has something that nothing could judge. */
export declare function contractAjv(schemas: Readonly<Record<string, object>>, options: object): Promise<unknown>;
