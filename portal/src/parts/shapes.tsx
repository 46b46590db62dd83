/* Line icons of 16 px, and the shapes of states of 14 px. A state is never told by its colour alone. */

export const icons = {
  alert: <path d="M8 2.25 14.25 13H1.75zM8 6.5v3M8 11.25h.01" />,
  arrow: <path d="M2.75 8h10.5M9.25 4l4 4-4 4" />,
  ask: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.25 6.25a1.75 1.75 0 1 1 2.6 1.55c-.6.35-.85.7-.85 1.35M8 11.25h.01" />
    </>
  ),
  back: <path d="M13.25 8H2.75M6.75 4l-4 4 4 4" />,
  bank: <path d="M2 6.25 8 2.5l6 3.75zM3.75 6.5v5M6.6 6.5v5M9.4 6.5v5M12.25 6.5v5M2 13.5h12" />,
  bill: (
    <path d="M3.5 1.75h9v12.5l-1.8-1.2-1.35 1.2L8 13.05l-1.35 1.2-1.35-1.2-1.8 1.2zM6 5h4M6 8h4" />
  ),
  bolt: <path d="M8.75 1.75 3.25 9h4l-.5 5.25L12.5 7H8.25z" />,
  book: (
    <path d="M3 2.75h7.5A2.5 2.5 0 0 1 13 5.25v8H5.25A2.25 2.25 0 0 1 3 11zM3 11a2.25 2.25 0 0 1 2.25-2.25H13" />
  ),
  building: (
    <path d="M3 14V2.75A.75.75 0 0 1 3.75 2h5.5a.75.75 0 0 1 .75.75V14M10 6.5h2.25a.75.75 0 0 1 .75.75V14M1.75 14h12.5M5.5 5h2M5.5 8h2M5.5 11h2" />
  ),
  card: (
    <>
      <rect x="1.75" y="3.25" width="12.5" height="9.5" rx="1.75" />
      <path d="M1.75 6.5h12.5M4.25 10h2" />
    </>
  ),
  chat: (
    <path d="M2 4.25A1.75 1.75 0 0 1 3.75 2.5h8.5A1.75 1.75 0 0 1 14 4.25v5A1.75 1.75 0 0 1 12.25 11H7.5L4.5 13.5V11h-.75A1.75 1.75 0 0 1 2 9.25z" />
  ),
  check: <path d="m3 8.5 3.25 3.25L13 5" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.25 1.75" />
    </>
  ),
  code: <path d="m5.25 4.5-3.5 3.5 3.5 3.5M10.75 4.5l3.5 3.5-3.5 3.5" />,
  columns: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="10.5" rx="1.5" />
      <path d="M6.1 2.75v10.5M9.9 2.75v10.5" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  down: <path d="m4.25 6.25 3.75 3.75 3.75-3.75" />,
  eye: (
    <>
      <path d="M1.5 8S4 3.75 8 3.75 14.5 8 14.5 8 12 12.25 8 12.25 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="1.9" />
    </>
  ),
  file: (
    <path d="M9 1.75H4.5A1 1 0 0 0 3.5 2.75v10.5a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5.25zM9 1.75v3.5h3.5" />
  ),
  filter: <path d="M2.25 4h11.5M4.5 8h7M6.75 12h2.5" />,
  flag: <path d="M3.5 14V2.5M3.5 3h8.75l-2 3 2 3H3.5" />,
  flask: (
    <path d="M6 1.75h4M6.75 1.75v4.5L2.9 12.6a1.1 1.1 0 0 0 .95 1.65h8.3a1.1 1.1 0 0 0 .95-1.65L9.25 6.25v-4.5M4.75 9.75h6.5" />
  ),
  gear: (
    <>
      <circle cx="8" cy="8" r="2.1" />
      <path d="M8 1.75v2M8 12.25v2M1.75 8h2M12.25 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4" />
    </>
  ),
  heart: <path d="M1.75 8h3L6.5 4l3 8 1.75-4h3" />,
  home: <path d="M2.5 7 8 2.5 13.5 7v6a.5.5 0 0 1-.5.5H9.5v-4h-3v4H3a.5.5 0 0 1-.5-.5z" />,
  hook: (
    <>
      <circle cx="4" cy="11" r="2.25" />
      <circle cx="8" cy="4.25" r="2.25" />
      <circle cx="12" cy="11" r="2.25" />
      <path d="M6.9 6.2 4.8 9M9.1 6.2l2.1 2.9M6.25 11h3.5" />
    </>
  ),
  inbox: (
    <path d="M2 9.25 4 3h8l2 6.25v3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zM2 9.25h3.5l.75 1.5h3.5l.75-1.5H14" />
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="3" />
      <path d="m7.2 8.8 6.05-6.05M10.5 5.5l2 2" />
    </>
  ),
  left: <path d="M9.75 4.25 6 8l3.75 3.75" />,
  link: (
    <path d="M6.75 9.25a2.75 2.75 0 0 0 4 .1l2-2a2.8 2.8 0 0 0-4-4l-.9.9M9.25 6.75a2.75 2.75 0 0 0-4-.1l-2 2a2.8 2.8 0 0 0 4 4l.9-.9" />
  ),
  list: <path d="M5.5 4h8.25M5.5 8h8.25M5.5 12h8.25M2.25 4h.5M2.25 8h.5M2.25 12h.5" />,
  lock: (
    <>
      <rect x="3" y="7" width="10" height="6.75" rx="1.5" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  mail: (
    <>
      <rect x="1.75" y="3.25" width="12.5" height="9.5" rx="1.5" />
      <path d="m2 4.5 6 4.25 6-4.25" />
    </>
  ),
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  moon: <path d="M13.5 9.5A5.75 5.75 0 0 1 6.5 2.5a5.75 5.75 0 1 0 7 7z" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.25" />,
  pencil: <path d="M10.5 2.75 13.25 5.5 5.5 13.25 2.25 13.75 2.75 10.5zM9 4.25 11.75 7" />,
  people: (
    <>
      <circle cx="6" cy="5.25" r="2.5" />
      <path d="M1.5 13.25c.4-2.4 2.2-3.75 4.5-3.75s4.1 1.35 4.5 3.75M10.75 3a2.4 2.4 0 0 1 0 4.5M12 9.9c1.4.5 2.3 1.7 2.5 3.35" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.25" r="2.75" />
      <path d="M2.75 13.75c.5-2.6 2.6-4 5.25-4s4.75 1.4 5.25 4" />
    </>
  ),
  phone: (
    <>
      <rect x="4.25" y="1.75" width="7.5" height="12.5" rx="1.75" />
      <path d="M7.25 11.9h1.5" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  refund: <path d="M5.5 3 2.5 6l3 3M2.75 6H10a3.5 3.5 0 0 1 0 7H6.5" />,
  repeat: (
    <path d="M11.5 1.75 13.75 4 11.5 6.25M13.5 4H4.75A2.75 2.75 0 0 0 2 6.75V7.5M4.5 14.25 2.25 12 4.5 9.75M2.5 12h8.75A2.75 2.75 0 0 0 14 9.25V8.5" />
  ),
  replay: <path d="M13.25 8A5.25 5.25 0 1 1 11.5 4.1L13.25 5.6M13.25 2.5v3.25H10" />,
  right: <path d="m6.25 4.25 3.75 3.75-3.75 3.75" />,
  rows: <path d="M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11" />,
  save: <path d="M8 2.25v7.5M4.75 6.75 8 10l3.25-3.25M2.5 13.25h11" />,
  scale: (
    <path d="M8 2.25v11.5M5 13.75h6M3 4.25h10M3.5 4.5 1.75 9.25a2 2 0 0 0 3.5 0zM12.5 4.5l-1.75 4.75a2 2 0 0 0 3.5 0z" />
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.25 3.25" />
    </>
  ),
  send: <path d="M13.75 2.25 7 9M13.75 2.25 9.5 13.75 7 9 2.25 6.5z" />,
  smile: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M5.5 9.5a3 3 0 0 0 5 0M6 6.25h.01M10 6.25h.01" />
    </>
  ),
  trash: (
    <path d="M2.5 4.25h11M6 4V2.25h4V4M4 4.25l.6 9.5h6.8l.6-9.5M6.75 6.75v4.5M9.25 6.75v4.5" />
  ),
  up: <path d="m4.25 9.75 3.75-3.75 3.75 3.75" />,
  updown: <path d="m5 6 3-3 3 3M5 10l3 3 3-3" />,
  x: <path d="m4 4 8 8M12 4l-8 8" />,
} as const;

export const shapes = {
  captured: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path
        d="m4.4 7.2 1.8 1.8 3.4-3.7"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  declined: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path
        d="m5 5 4 4M9 5 5 9"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </>
  ),
  half: (
    <>
      <circle cx="7" cy="7" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M7 3.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
    </>
  ),
  moving: (
    <>
      <circle cx="7" cy="7" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path
        d="M4.6 7h4.6M7.4 5.1 9.3 7 7.4 8.9"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  processing: (
    <circle
      cx="7"
      cy="7"
      r="5.25"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2.2 1.8"
    />
  ),
  returned: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path
        d="M6 4.3 4 6.2l2 1.9M4.2 6.2h3.7a1.7 1.7 0 0 1 0 3.4H6.3"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  settled: (
    <>
      <rect x="1" y="1" width="12" height="12" rx="3.2" fill="currentColor" />
      <path
        d="m4.4 7.2 1.8 1.8 3.4-3.7"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  still: (
    <>
      <circle cx="7" cy="7" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="m3.6 10.4 6.8-6.8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  unknown: (
    <>
      <path d="M7 .6 13.4 7 7 13.4.6 7z" fill="currentColor" />
      <path
        d="M5.7 5.6a1.35 1.35 0 1 1 2 1.18c-.5.28-.7.5-.7 1"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="1.25"
        strokeLinecap="round"
      />
      <circle cx="7" cy="9.6" r=".8" fill="var(--paper)" />
    </>
  ),
  waiting: (
    <>
      <circle cx="7" cy="7" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path
        d="M7 4.2V7l1.8 1.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
      />
    </>
  ),
  warn: (
    <>
      <path
        d="M7 1 13.5 12.5H.5z"
        fill="currentColor"
        stroke="currentColor"
        strokeLinejoin="round"
      />
      <path d="M7 5.2v3M7 10.3h.01" stroke="var(--paper)" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
} as const;
