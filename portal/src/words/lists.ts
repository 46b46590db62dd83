import type { Text } from './language.ts';

/** Words of every list: how it looks, its saved views, and what its rows are doing. */
export const lists = {
  columns: ['Columns', 'Columnas'],
  moveUp: (column: string): Text => [`Move ${column} up`, `Subir ${column}`],
  moveDown: (column: string): Text => [`Move ${column} down`, `Bajar ${column}`],
  usualColumns: ['Usual columns', 'Columnas habituales'],
  density: ['Density', 'Densidad'],
  tight: ['Tight rows', 'Filas compactas'],
  usual: ['Usual rows', 'Filas normales'],
  roomy: ['Roomy rows', 'Filas amplias'],
  readAt: (time: string): Text => [
    `This list is from ${time} and could not be read anew.`,
    `Esta lista es de las ${time} y no se pudo leer de nuevo.`,
  ],
  unreadable: (filters: string): Text => [
    `This address has filters that cannot be read. They are left out: ${filters}.`,
    `Esta dirección tiene filtros que no se pueden leer. Se omiten: ${filters}.`,
  ],
  readAnew: ['Refresh', 'Actualizar'],
  without: (filter: string): Text => [`Without ${filter}`, `Sin ${filter}`],
  withoutSearch: (q: string): Text => [`Without “${q}”`, `Sin «${q}»`],
  viewsOf: (name: string): Text => [`the view ${name}`, `la vista ${name}`],
  rename: ['Rename', 'Cambiar nombre'],
  renameView: ['Rename this view', 'Cambiar el nombre de esta vista'],
  deleteView: ['Delete this view', 'Eliminar esta vista'],
  viewIsThere: ['A view has this name.', 'Ya hay una vista con este nombre.'],
  curlCopied: (what: string): Text => [
    `Copied ${what} as curl: put your API key in the place of $QUITTANCE_KEY`,
    `Se copió ${what} como curl: ponga su clave en lugar de $QUITTANCE_KEY`,
  ],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
