/**
 * Which payments were met, one byte each: ids count upwards inside a business, so whole pages of them
 * are used, and a million payments take a few megabytes.
 */
export type Seen<Mark extends number> = {
  get(businessId: bigint, paymentId: bigint): Mark | 0;
  set(businessId: bigint, paymentId: bigint, mark: Mark): void;
};

const pageSize = 4096n;

export function createSeen<Mark extends number>(): Seen<Mark> {
  const pages = new Map<string, Uint8Array>();
  const pageOf = (businessId: bigint, id: bigint) => `${businessId} ${id / pageSize}`;

  return {
    get: (businessId, id) =>
      (pages.get(pageOf(businessId, id))?.[Number(id % pageSize)] ?? 0) as Mark | 0,
    set(businessId, id, mark) {
      const name = pageOf(businessId, id);
      let page = pages.get(name);
      if (!page) {
        page = new Uint8Array(Number(pageSize));
        pages.set(name, page);
      }
      page[Number(id % pageSize)] = mark;
    },
  };
}
