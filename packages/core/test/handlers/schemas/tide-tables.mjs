// A request of its own: pages side by side, form data, HTML and CSV read by pattern, a cache in the module, dates and bytes.
export const main = {
  namespace: 'tidetables',
  name: 'Tide tables',
  description: 'Tables of tides.',
  version: '4.0.0',
  root: 'https://tides.example',
  tools: {
    page: {
      method: 'GET',
      path: '/table',
      description: 'A table as data.',
      parameters: [
        {
          position: { key: 'port', value: '{{USER_PARAM}}', location: 'query' },
          z: { primitive: 'string()', options: [] },
        },
      ],
      tests: [{ port: 'Hörnum' }, { port: "St. John's / 2" }, { port: '' }],
    },
    dates: {
      method: 'GET',
      path: '/',
      description: 'Computes without asking anybody.',
      parameters: [
        {
          position: { key: 'day', value: '{{USER_PARAM}}', location: 'query' },
          z: { primitive: 'string()', options: [] },
        },
      ],
      tests: [{ day: '2024-02-29' }, { day: '1999-12-31' }, { day: 'never' }],
    },
  },
};

let asked = 0;
const cache = new Map();

class Table {
  #rows = [];
  static from(csv) {
    const table = new Table();
    for (const [, time, height] of csv.matchAll(/^(?<time>\d\d:\d\d);(?<height>-?[\d,]+)$/gmu))
      table.add(time, height);
    return table;
  }
  add(time, height) {
    this.#rows.push({ time, height: parseFloat(height.replace(',', '.')) });
  }
  *[Symbol.iterator]() {
    yield* this.#rows;
  }
}

export const handlers = () => ({
  page: {
    executeRequest: async ({ struct, payload }) => {
      const { port } = payload.userParams;
      if (port === '') {
        struct.status = false;
        struct.messages.push('a port is needed');
        return { struct };
      }
      const url = new URL(payload.url);
      url.searchParams.set('lang', 'de');
      url.searchParams.append('lang', 'en & fr');
      const form = new URLSearchParams({ port, days: 2 });
      if (!cache.has(port)) {
        asked += 1;
        const answers = await Promise.all([
          fetch(url),
          fetch(`${url.origin}/csv`, { method: 'POST', body: form }),
        ]);
        cache.set(port, await Promise.all(answers.map((answer) => answer.text())));
      }
      const [html, csv] = cache.get(port);
      struct.data = {
        asked,
        query: [...url.searchParams],
        form: form.toString(),
        text: html
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, 80),
        rows: [...Table.from(`${csv}\n03:10;-0,4\n09:31;3,25`)],
        bytes: Buffer.from(port, 'utf8').toString('base64'),
        hex: Buffer.from(port).toString('hex'),
      };
      return { struct };
    },
    postRequest: async ({ response }) => ({
      response: { ...response, rows: response.rows.toSorted((a, b) => b.height - a.height) },
    }),
  },
  dates: {
    executeRequest: async ({ payload }) => {
      const date = new Date(`${payload.day}T12:00:00Z`);
      const format = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', dateStyle: 'full' });
      return { response: { iso: date.toISOString(), said: format.format(date), week: date.getUTCDay() } };
    },
  },
});
