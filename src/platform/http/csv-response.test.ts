import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createCsvResponse } from './csv-response'
import { startHttpServer } from './listen'
import { createMetrics } from './metrics'
import { createHttpServer, drainServer } from './server'

interface Row {
  name: string
  cents: number | null
  isOpen: boolean
}
const now = new Date('2026-11-21T12:00:00Z')
const columns = [
  { header: 'Name', of: (row: Row) => row.name },
  { header: 'Cents', of: (row: Row) => row.cents },
  { header: 'Open', of: (row: Row) => row.isOpen },
]

let read = 0
let isOver = false

async function* endless() {
  try {
    for (;;) {
      read += 1
      yield [{ name: 'x'.repeat(1_000_000), cents: 1, isOpen: true }]
      await new Promise(setImmediate)
    }
  } finally {
    isOver = true
  }
}

async function* broken() {
  yield [{ name: 'Mara', cents: 1, isOpen: true }]
  await new Promise(setImmediate)
  throw new Error('the database is gone')
}

async function* of(...pages: Row[][]) {
  for (const page of pages) yield await Promise.resolve(page)
}

const tables: Record<string, () => AsyncIterable<readonly Row[]>> = { endless, broken, empty: () => of() }
const server = createHttpServer({
  log: createLog({ level: 'silent' }),
  metrics: createMetrics(),
  publicUrl: 'http://b2b.example',
  files: new Map(),
  api: () => Promise.resolve(false),
  system: () => Promise.resolve(undefined),
  raw: [
    {
      methods: ['GET'],
      path: /^\/(?<table>\w+)\.csv$/u,
      kind: 'rest',
      access: 'public',
      handle: ({ params }) =>
        Promise.resolve(
          createCsvResponse({
            name: 'table',
            now,
            columns,
            pages: tables[params['table'] ?? '']?.() ?? of(),
          }),
        ),
    },
  ],
  pages: { respond: () => Promise.reject(new Error('no pages')) },
  resolveCaller: () => Promise.resolve(null),
})
let origin = ''
beforeAll(async () => {
  origin = await startHttpServer(server, { host: '127.0.0.1', port: 0 })
})
afterAll(() => drainServer(server, 100))

async function textOf(pages: AsyncIterable<readonly Row[]>): Promise<string> {
  let text = ''
  for await (const piece of createCsvResponse({ name: 'table', now, columns, pages }).pieces) text += piece
  return text
}

test('writes a header, then one line per row, quoted where necessary', async () => {
  const text = await textOf(
    of(
      [{ name: 'Voss, Mara "DJ"', cents: 1200, isOpen: true }],
      [],
      [{ name: 'Ötzi\nTwo', cents: null, isOpen: false }],
    ),
  )
  expect(text).toBe('\uFEFFName,Cents,Open\r\n"Voss, Mara ""DJ""",1200,true\r\n"Ötzi\nTwo",,false\r\n')
})

test('never turns user-written text into a formula, and keeps numbers', async () => {
  const names = ['=1+1', '+1', '-1', '@sum', '\t=1', '＝1']
  const text = await textOf(of(names.map((name) => ({ name, cents: -5, isOpen: true }))))
  expect(text.split('\r\n').slice(1, -1)).toEqual(names.map((name) => `'${name},-5,true`))
})

test('quotes text with a semicolon, for spreadsheets that use it as the separator', async () => {
  const text = await textOf(of([{ name: 'Bo;=1+1;', cents: 1, isOpen: true }]))
  expect(text.split('\r\n')[1]).toBe('"Bo;=1+1;",1,true')
})

test('a CSV file has the date in its name, and HEAD reads no rows', async () => {
  const head = await fetch(`${origin}/endless.csv`, { method: 'HEAD' })
  expect(head.headers.get('content-disposition')).toBe('attachment; filename="table-2026-11-21.csv"')
  expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(read).toBe(0)
  expect(await (await fetch(`${origin}/empty.csv`)).text()).toBe('Name,Cents,Open\r\n')
})

test('reads rows only as fast as the client receives them, and stops when it disconnects', async () => {
  const abort = new AbortController()
  const answer = await fetch(`${origin}/endless.csv`, { signal: abort.signal })
  expect(answer.status).toBe(200)
  // Network buffers take some rows, then the server stops reading. Without backpressure, it would read forever.
  let before = -1
  let pages = 0
  while (before !== pages && pages < 40) {
    before = pages
    for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate)
    pages = read
  }
  expect(read).toBeLessThan(40)
  abort.abort()
  await expect.poll(() => isOver).toBe(true)
})

test("an interrupted table isn't mistaken for a complete one", async () => {
  const answer = await fetch(`${origin}/broken.csv`)
  await expect(answer.text()).rejects.toThrow()
})
