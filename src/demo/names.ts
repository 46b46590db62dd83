/* The people around the shop. Phones are of the exchange 555, which belongs to nobody; mail ends at example domains. */

export const firstNames: readonly string[] = `
  Olivia Emma Charlotte Amelia Sophia Mia Isabella Ava Evelyn Luna Liam Noah Oliver James
  Elijah Mateo Theodore Henry Lucas William Harper Sofia Camila Eleanor Elizabeth Violet
  Scarlett Emily Hazel Lily Benjamin Levi Ezra Sebastian Jack Daniel Samuel Michael Ethan
  Asher Nora Zoe Mila Aurora Chloe Ella Abigail Ivy Grace Naomi John Hudson Luca Leo Elias
  Owen Alexander Dylan Santiago Julian`
  .trim()
  .split(/\s+/);

export const lastNames: readonly string[] = `
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez
  Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson
  White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott
  Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
  Roberts Okafor Kowalski Rossi Haddad Petrov Tanaka Murphy Olsen Dubois Pelletier`
  .trim()
  .split(/\s+/);

export const streetNames: readonly string[] = `
  Congress Street, Commercial Street, Fore Street, Spring Street, Danforth Street,
  Brackett Street, Vaughan Street, Forest Avenue, Stevens Avenue, Brighton Avenue,
  Washington Avenue, Cumberland Avenue, Munjoy Street, Eastern Promenade, Ocean Avenue,
  Maine Street, Pleasant Street, School Street, Cottage Road, Highland Avenue`
  .trim()
  .split(/,\s+/);

export const places = [
  { city: 'Portland', postalCode: '04101', weight: 8 },
  { city: 'Portland', postalCode: '04102', weight: 7 },
  { city: 'Portland', postalCode: '04103', weight: 6 },
  { city: 'South Portland', postalCode: '04106', weight: 6 },
  { city: 'Westbrook', postalCode: '04092', weight: 4 },
  { city: 'Scarborough', postalCode: '04074', weight: 3 },
  { city: 'Falmouth', postalCode: '04105', weight: 3 },
  { city: 'Cape Elizabeth', postalCode: '04107', weight: 2 },
  { city: 'Yarmouth', postalCode: '04096', weight: 1 },
] as const;

export const areaCodes: readonly string[] = `
  207 207 207 603 603 617 978 508 401 802 413 781 860 203 857 339 351 774 518 212 646 914
  518 585 716 845`
  .trim()
  .split(/\s+/);
