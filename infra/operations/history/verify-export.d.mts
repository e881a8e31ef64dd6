export interface Finding {
  readonly what: 'altered' | 'dropped' | 'inserted' | 'reordered' | 'cut off' | 'forged';
  readonly where: string;
  readonly why: string;
}
/** A signed statement of the newest anchors of all teams. */
export interface Statement {
  readonly number: number;
  readonly at: string;
  readonly teams: readonly { readonly team: string; readonly number: number; readonly hash: string }[];
  readonly hash: string;
  readonly publicKey: string;
}
export function statementIn(text: string, key?: string): Statement | undefined;
export class ExportCheck {
  add(text: string): void;
  against(statement: Statement): readonly Finding[];
  againstAnchors(anchors: ExportCheck): readonly Finding[];
  readonly isOfAnchors: boolean;
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
