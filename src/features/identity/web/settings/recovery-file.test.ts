import { expect, test } from 'vitest'
import { formatRecoveryFile } from './recovery-file'

const made = {
  siteName: 'Loom Hall',
  madeAt: new Date('2026-11-21T23:30:00Z'),
  codes: ['abcd-efgh', 'ijkl-mnop'],
}

test("A-09 the file of recovery codes names the site, the account and the day in the reader's time zone", () => {
  expect(formatRecoveryFile({ ...made, account: 'ida@sand.example', zone: 'UTC' })).toBe(
    'Loom Hall recovery codes\nida@sand.example\nCreated on 2026-11-21. Each works once.\n\nabcd-efgh\nijkl-mnop\n',
  )
  const unknown = formatRecoveryFile({ ...made, account: undefined, zone: 'Europe/Berlin' })
  expect(unknown).toContain('Loom Hall recovery codes\nCreated on 2026-11-22. Each works once.\n\nabcd-efgh')
})
