import type { Text } from './language.ts';

/** The logo and the color of a business. */
export const branding = {
  title: ['Logo and color', 'Logotipo y color'],
  text: [
    'Payers see them on pages, receipts, invoices and in mails.',
    'Los pagadores los ven en páginas, recibos, facturas y correos.',
  ],
  logo: ['Logo', 'Logotipo'],
  logoHint: [
    'A PNG or JPEG file. It is made smaller where it is too large, and keeps nothing but the picture.',
    'Un archivo PNG o JPEG. Se reduce si es demasiado grande y conserva solo la imagen.',
  ],
  notAnImage: ['This file is no PNG or JPEG image.', 'Este archivo no es una imagen PNG o JPEG.'],
  tooSmall: [
    'This image is too small: it needs 16 pixels on each side.',
    'Esta imagen es demasiado pequeña: necesita 16 píxeles por lado.',
  ],
  removeLogo: ['Remove the logo', 'Quitar el logotipo'],
  color: ['Color', 'Color'],
  colorHint: [
    'Such as #1f4fd8. Empty: the usual color.',
    'Como #1f4fd8. Vacío: el color habitual.',
  ],
  notAColor: ['Must be a color such as #1f4fd8.', 'Debe ser un color como #1f4fd8.'],
  chooseColor: ['Choose a color', 'Elegir un color'],
  usualColor: ['Back to the usual color', 'Volver al color habitual'],
  asChosen: [
    'The color can be read everywhere and is shown as it is.',
    'El color se lee bien en todas partes y se muestra tal cual.',
  ],
  onLight: (color: string): Text => [
    `Buttons have your color. Links on light pages are ${color}: your color could not be read there.`,
    `Los botones llevan su color. Los enlaces en páginas claras son ${color}: su color no se leería.`,
  ],
  onDark: (color: string): Text => [
    `Links on dark pages are ${color}: your color could not be read there.`,
    `Los enlaces en páginas oscuras son ${color}: su color no se leería.`,
  ],
  lightPage: ['Preview of a light page', 'Vista previa de una página clara'],
  darkPage: ['Preview of a dark page', 'Vista previa de una página oscura'],
  pay: (amount: string): Text => [`Pay ${amount}`, `Pagar ${amount}`],
  download: ['Download as PDF', 'Descargar en PDF'],
  save: ['Save logo and color', 'Guardar logotipo y color'],
  saved: ['Logo and color are saved', 'Logotipo y color guardados'],
} as const satisfies Record<string, Text | ((...args: never[]) => Text)>;
