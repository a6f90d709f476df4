import { expect, test } from 'vitest'

type Judge = (output: string) => { outcome: string; line: string }
// The file is JavaScript, so its types are given here.
const path = '../../scripts/audit.mjs'
const { judgeAudit } = (await import(path)) as { judgeAudit: Judge }

const counts = (high: number, critical: number) =>
  JSON.stringify({ metadata: { vulnerabilities: { high, critical } }, vulnerabilities: {} })

test.each([
  ['a registry without the endpoint', '{"message":"405 Method Not Allowed","error":{"summary":""}}'],
  ['an error without a message', '{"error":{"summary":"","detail":""}}'],
  ['an answer without counts', '{"metadata":{"vulnerabilities":{}}}'],
  ['no answer', 'npm error network timeout'],
  ['no output', ''],
])('the audit does not pass with %s', (_name, output) => {
  const { outcome, line } = judgeAudit(output)
  expect(outcome).toBe('skipped')
  expect(line).not.toBe('')
})

test('the audit fails on any high or critical vulnerability, and passes without one', () => {
  expect(judgeAudit(counts(0, 0)).outcome).toBe('passed')
  expect(judgeAudit(counts(1, 0)).outcome).toBe('failed')
  expect(judgeAudit(counts(0, 1)).outcome).toBe('failed')
})
