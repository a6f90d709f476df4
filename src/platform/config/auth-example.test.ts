import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NO_AUTH_FILE, readAuthFile } from './auth-file'

const EXAMPLE = 'deploy/auth.example.json'
const text = readFileSync(EXAMPLE, 'utf8')

test('A-08 the example of AUTH_FILE for deployments is valid and contains every key', () => {
  const names = [...text.matchAll(/"env": "(\w+)"/g)].map(([, name = '']) => name)
  const env = Object.fromEntries(names.map((name) => [name, `the value of ${name}`]))
  const read = readAuthFile(EXAMPLE, env)
  expect(read.sms).toMatchObject({ kind: 'twilio', authToken: 'the value of TWILIO_TOKEN' })
  expect(read.sso.map(({ kind }) => kind)).toEqual(['oidc', 'saml'])
  expect(Object.keys(read)).toEqual(expect.arrayContaining(Object.keys(NO_AUTH_FILE)))
})

test('A-08 the handbook describes every key of AUTH_FILE', () => {
  const handbook = readFileSync('docs/auth-service.md', 'utf8')
  const keys = Object.keys(JSON.parse(text))
  expect(keys.filter((key) => !handbook.includes(`\`${key}\``))).toEqual([])
  expect(handbook).toContain(EXAMPLE)
})
