export declare const workflows: () => readonly { readonly place: string; readonly text: string }[];
