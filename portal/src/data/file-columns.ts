/* The columns of a file are matched with what they may hold: by their names, and by hand. */

/** For each column of a file what it holds; undefined: it is left out. */
export type Matched<Name extends string> = readonly (Name | undefined)[];

/** Other names that files give to what people are. */
export const personColumns = {
  firstName: 'first givenname nombre',
  lastName: 'last surname familyname apellido apellidos',
  email: 'mail emailaddress mailaddress correo',
  phone: 'mobile cell cellphone mobilephone phonenumber telephone tel telefono movil celular',
} as const;

/** By their names, first exactly and then by another one of each; each is guessed once. */
export function guessed<Name extends string>(
  given: readonly string[],
  others: Readonly<Record<Name, string>>,
): Matched<Name> {
  const names = Object.keys(others) as Name[];
  const taken = new Map<number, Name>();
  const rules: ((plain: string, name: Name) => boolean)[] = [
    (plain, name) => name.toLowerCase() === plain,
    (plain, name) => others[name].split(' ').includes(plain),
    (plain, name) =>
      [name.toLowerCase(), ...others[name].split(' ')].includes(withoutDigits(plain)),
  ];
  for (const rule of rules) {
    for (const [at, one] of given.entries()) {
      const isFree = (name: Name) => ![...taken.values()].includes(name);
      const found = names.find((name) => isFree(name) && rule(plainOf(one), name));
      if (found && !taken.has(at)) taken.set(at, found);
    }
  }
  return given.map((_, at) => taken.get(at));
}

/** One that is chosen for two columns. */
export function chosenTwice<Name extends string>(columns: Matched<Name>): Name | undefined {
  return columns.find((one, i) => one && columns.indexOf(one) !== i);
}

function plainOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
}

function withoutDigits(plain: string): string {
  return plain.replaceAll(/\d/g, '');
}
