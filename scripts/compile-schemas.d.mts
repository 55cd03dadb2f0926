/** The code of a module with the validators of these two schemas. */
export declare function contractCode(schemas: { readonly error: object; readonly order: object }): Promise<string>;
