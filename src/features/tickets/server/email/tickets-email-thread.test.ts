import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmailMessage } from '~/platform/email/mailer'
import { createThreadPool } from '~/platform/threads/threads'
import { startEmailSink } from '~tests/support/smtp-sink'
import { type TicketsEmailInput, type TicketsEmailTask, writeTicketsEmail } from './write-tickets-email'
import { messages } from '../../../../../scripts/messages-plugin'

const folder = mkdtempSync(join(tmpdir(), 'tickets-mail-'))
afterAll(() => rmSync(folder, { recursive: true }))
// Matches `bundle` in scripts/project.mjs.
beforeAll(async () => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  await build({
    configFile: false,
    plugins: messages,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: [/^@react-email\//] },
    build: {
      ssr: 'src/features/tickets/server/email/tickets-email-thread.ts',
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
      tax_mode: 'none',
      tax_ppm: 0,
      added_tax_cents: 0,
      fee_basis_points: 1000,
      fee_tax_ppm: 0,
      fee_cents: 160,
      total_cents: 1760,
      currency: 'USD',
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
  },
  site: { name: 'Slipped Halves', priceDisplay: 'itemised' },
  publicUrl: 'https://b2b.example',
} as TicketsEmailInput

const sink = await startEmailSink()
afterAll(sink.stop)
const threads = () =>
  createThreadPool<TicketsEmailTask, EmailMessage | undefined>({
    file: join(folder, 'thread', 'main.mjs'),
    runHere: () => Promise.reject(new Error('it must not run here')),
    most: 1,
    atOnce: 2,
  })

test('a worker thread of the production build writes the same email with its PDF', async () => {
  const pool = threads()
  const [there, here] = await Promise.all([
    pool.run({ ...input, sender: undefined }),
    writeTicketsEmail(input),
  ])
  const { attachments: [pdf] = [], ...texts } = there ?? {}
  const { attachments: [samePdf] = [], ...sameTexts } = here ?? {}
  expect(texts).toEqual(sameTexts)
  expect(pdf?.filename).toBe('tickets-OR-2026-10442.pdf')
  expect(Buffer.from(pdf?.content ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
  expect(pdf?.content.length).toBe(samePdf?.content.length)
  const none = { ...input, record: { ...input.record, tickets: [] }, sender: undefined }
  expect(await pool.run(none)).toBeUndefined()
})

test('a worker thread of the production build sends the email, and reports what the mail server refused', async () => {
  const pool = threads()
  const sender = { smtpUrl: sink.smtpUrl, mailFrom: 'Back to Back <b2b@example.com>', sender: {} }
  const [first, second] = await Promise.all([pool.run({ ...input, sender }), pool.run({ ...input, sender })])
  expect([first, second]).toEqual([undefined, undefined])
  expect((await sink.next('mara@example.com')).text).toContain('Dust & Diamonds')
  expect((await sink.next('mara@example.com')).text).toContain('Dust & Diamonds')
  const nowhere = { ...sender, smtpUrl: 'smtp://127.0.0.1:1' }
  await expect(pool.run({ ...input, sender: nowhere })).rejects.toThrow(/ECONNREFUSED/)
})
