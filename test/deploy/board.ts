import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tidy/tree.ts';

export type BoardPanel = {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
};

export const boardFile = join(root, 'deploy/grafana/quittance.json');

/** The panels of the board, as its file has them. */
export function boardPanels(): readonly BoardPanel[] {
  const { panels } = JSON.parse(readFileSync(boardFile, 'utf8')) as { panels: BoardPanel[] };
  return panels;
}
