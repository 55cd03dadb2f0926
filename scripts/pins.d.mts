interface Pin {
  readonly version: string;
  readonly date: string;
}

export declare const pins: {
  readonly actions: Readonly<Record<string, Pin & { readonly commit: string }>>;
  readonly images: Readonly<Record<string, Pin & { readonly digest: string }>>;
  readonly packages: Readonly<Record<string, Pin>>;
};
export declare const pinned: readonly string[];
export declare function withPins(text: string): string;
