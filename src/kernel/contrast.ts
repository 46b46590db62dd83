/*
 * One colour that a business chose, as it is shown so that everybody can read it: WCAG 2.2 asks for a contrast of 4.5
 * between text and its ground. The color itself fills buttons and marks, under black or white letters. As text, as the
 * edge of a button and as the sign of focus it is darkened by day and lightened by night until it holds.
 */

/** Each as #rrggbb. */
export type Shades = {
  /** As it was chosen. */
  readonly fill: string;
  readonly onFill: string;
  /** The color of a button under the pointer. */
  readonly hover: string;
  /** The colors of links and edges, by day and by night. */
  readonly light: string;
  readonly dark: string;
};

/** The least contrast of text. */
export const leastContrast = 4.5;

/**
 * The grounds of pages: that on which a text of the colour has the least contrast, which is the tint of what is chosen. It
 * has the hue of nothing, so that it goes with every colour.
 */
export const tints = { light: '#eff1f5', dark: '#232b38' } as const;

const white = '#ffffff';
const black = '#000000';
const steps = 64;

export function shadesOf(color: string): Shades {
  const onFill = contrastOf(color, white) >= leastContrast ? white : black;
  return {
    fill: color,
    onFill,
    // Away from the letters on it.
    hover: mixed(color, onFill === white ? black : white, 8),
    light: readable(color, tints.light, black),
    dark: readable(color, tints.dark, white),
  };
}

/** The colour itself, or the nearest on the way to black or white that can be read on the ground. */
function readable(color: string, ground: string, goal: string): string {
  for (let step = 0; step < steps; step += 1) {
    const shade = mixed(color, goal, step);
    if (contrastOf(shade, ground) >= leastContrast) return shade;
  }
  return goal;
}

function mixed(color: string, goal: string, step: number): string {
  const to = partsOf(goal);
  const parts = partsOf(color).map((part, i) => part + ((to[i]! - part) * step) / steps);
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** From 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = partsOf(color);
  return 0.2126 * linear[red!]! + 0.7152 * linear[green!]! + 0.0722 * linear[blue!]!;
}

const linear = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
