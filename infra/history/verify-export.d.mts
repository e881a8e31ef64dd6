export interface Finding {
  readonly what: 'altered' | 'dropped' | 'inserted' | 'reordered' | 'cut off' | 'forged';
  readonly where: string;
  readonly why: string;
}
export class ExportCheck {
  add(text: string): void;
  end(key?: string): {
    readonly findings: readonly Finding[];
    readonly stream: string | undefined;
    readonly publicKey: string | undefined;
    readonly events: number;
    readonly anchors: number;
    readonly changes: number;
    readonly unsealed: { readonly revision: number; readonly since: string } | undefined;
  };
}
