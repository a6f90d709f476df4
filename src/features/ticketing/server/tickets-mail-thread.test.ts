import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createThreads } from '~/platform/threads/threads'
import { type TicketsMailInput, type WrittenTicketsMail, writeTicketsMail } from './write-tickets-mail'

const folder = mkdtempSync(join(tmpdir(), 'tickets-mail-'))
afterAll(() => rmSync(folder, { recursive: true }))
// As `bundle` in scripts/project.mjs does it for the built product.
beforeAll(async () => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: [/^@react-email\//] },
    build: {
      ssr: 'src/features/ticketing/server/tickets-mail-thread.ts',
      outDir: join(folder, 'thread'),
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  })
}, 60_000)

const at = new Date('2026-12-05T23:00:00Z')
const input = {
  record: {
    order: {
      id: '018cc251-0000-7000-8000-000000000001',
      customer_id: '018cc251-0000-7000-8000-000000000002',
      order_number: 'OR-2026-10442',
      status: 'confirmed',
      is_comp: false,
      buyer_name: 'Mara Voss',
      buyer_email: 'mara@example.com',
      subtotal_cents: 1600,
      fee_basis_points: 1000,
      fee_cents: 160,
      total_cents: 1760,
      confirmed_at: at,
      created_at: at,
      event_id: '018cc251-0000-7000-8000-000000000003',
      title: 'Dust & Diamonds',
      event_status: 'published',
      event_date: at,
      doors_at: null,
      timezone: 'Europe/London',
      venue_name: 'Carriage Works',
      venue_address: '14 Holbeck Lane',
      location: 'Leeds',
      age_restriction: 18,
      organizer_name: 'Owen Faulk',
      promo_code: null,
    },
    items: [{ name: 'General Admission', quantity: 1, unit_cents: 1600, discount_cents: 0 }],
    tickets: [
      {
        id: '018cc251-0000-7000-8000-000000000004',
        ticket_number: 'TK-0C41-88213',
        secret: '1a2b3c4d5e6f708192a3b4c5d6e7f801',
        status: 'valid',
        customer_id: '018cc251-0000-7000-8000-000000000002',
        holder_name: null,
        type_name: 'General Admission',
      },
    ],
    payment: undefined,
    refundedCents: 0,
    refundReason: undefined,
  },
  site: { name: 'Slipped Halves', priceDisplay: 'itemised' },
  publicUrl: 'https://b2b.example',
} as TicketsMailInput

test('a thread of the built product writes the same email with its PDF', async () => {
  const threads = createThreads<TicketsMailInput, WrittenTicketsMail | undefined>({
    file: join(folder, 'thread', 'main.mjs'),
    runHere: () => Promise.reject(new Error('it must not run here')),
    most: 1,
  })
  const [there, here] = await Promise.all([threads.run(input), writeTicketsMail(input)])
  expect(there?.subject).toBe(here?.subject)
  expect(there?.text).toBe(here?.text)
  expect(there?.html).toBe(here?.html)
  expect(Buffer.from(there?.pdf ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
  expect(there?.pdf.length).toBe(here?.pdf.length)
  expect(await threads.run({ ...input, record: { ...input.record, tickets: [] } })).toBeUndefined()
})
