import { DatabaseUnavailable } from '~/lib/database-unavailable'
import { expect, test } from 'vitest'
import { createLog } from './log'

test('redacts credentials and row contents', () => {
  const lines: string[] = []
  const log = createLog({ destination: { write: (line: string) => void lines.push(line) } })
  const refusal = Object.assign(new Error('new row violates check constraint "accounts_email_check"'), {
    code: '23514',
    detail: 'Failing row contains (1, ada@example.com, $argon2id$v=19$m=19456).',
    where: "COPY accounts, line 1: 'ada@example.com'",
  })
  log.error(
    { err: new Error('sign-up failed', { cause: refusal }), headers: { cookie: 'b2b_session=abc' } },
    'a',
  )
  log.error({ err: refusal, input: { password: 'slipped-halves' } }, 'b')
  const text = lines.join('')
  expect(text).toContain('accounts_email_check')
  expect(text).toContain('23514')
  expect(text).not.toMatch(/argon2|ada@example|b2b_session|slipped/)
})

test('logs the same lost connection once, other errors each time', () => {
  const lines: string[] = []
  const log = createLog({ destination: { write: (line) => void lines.push(line) } })
  const lost = new DatabaseUnavailable(new Error('Connection terminated unexpectedly'))
  for (let at = 0; at < 100; at += 1)
    log.child({ requestId: String(at) }).warn({ err: lost }, 'a request failed')
  expect(lines).toHaveLength(1)
  for (let at = 0; at < 3; at += 1) log.error({ err: new Error('wrong') }, 'a request failed')
  expect(lines).toHaveLength(4)
})
