import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCertificate } from '~tests/support/certificate'
import { readAuthFile } from './auth-file'

const folder = mkdtempSync(join(tmpdir(), 'back-to-back-auth-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: unknown, env: Record<string, string> = {}) {
  const path = join(folder, 'auth.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readAuthFile(path, env)
}

const client = { clientId: 'ours', clientSecret: 'a secret' }
const id = '0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6071'
const company = {
  kind: 'oidc',
  id,
  domains: ['label.example'],
  issuer: 'https://id.label.example',
  ...client,
}

const venue = {
  kind: 'saml',
  id,
  domains: ['venue.example'],
  entityId: 'https://login.venue.example/saml',
  signInUrl: 'https://login.venue.example/saml/sso',
}

test('A-08 accepts a certificate as PEM, or as the base64 text of SAML metadata', () => {
  const { certificate } = createCertificate('the venue')
  const bare = certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  expect(read({ sso: [{ ...venue, certificates: [certificate, bare] }] }).sso).toMatchObject([
    { certificates: [certificate, certificate] },
  ])
})

test("A-08 accepts the handbook's example, with secrets from the environment", () => {
  const handbook = readFileSync('docs/auth-providers.md', 'utf8')
  const example = /```json\n([\s\S]*?)```/.exec(handbook)?.[1] ?? ''
  const names = [...example.matchAll(/"env": "(\w+)"/g)].map(([, name = '']) => name)
  const env = Object.fromEntries(names.map((name) => [name, `the value of ${name}`]))
  expect(read(example, env)).toMatchObject({
    google: { clientSecret: 'the value of GOOGLE_SECRET', appClientIds: [] },
    apple: { privateKey: 'the value of APPLE_KEY', appClientIds: ['site.your.ios'] },
    oidc: { label: { clientSecret: 'the value of LABEL_SECRET' } },
    sso: [{ clientSecret: 'the value of SSO_SECRET' }],
    confirmEmail: true,
  })
})

test.each([
  ['{', 'path of a readable JSON file'],
  [{ gogle: client }, 'at the top'],
  [{ google: { ...client, clientId: '' } }, 'at google.clientId'],
  [{ oidc: { 'Bad name': { ...client, label: 'x', issuer: 'https://x.example' } } }, 'at oidc'],
  [{ oidc: { label: { ...client, label: 'x', issuer: 'http://x.example' } } }, 'must be https'],
  [{ sso: [{ ...company, domains: ['Label.example'] }] }, 'must be a domain in lower case'],
  [{ sso: [company, { ...company, domains: ['other.example'] }] }, 'an id occurs twice'],
  [{ sso: [company, { ...company, id: id.replace(/1$/, '2') }] }, 'a domain occurs twice'],
  [{ sso: [{ ...venue, certificates: [] }] }, 'at sso.0.certificates'],
  [{ sso: [{ ...venue, certificates: ['MIIBnonsense'] }] }, 'at sso.0.certificates.0: must be a certificate'],
  [{ google: { ...client, clientSecret: { env: 'NOT_THERE' } } }, 'names the variable NOT_THERE'],
])('A-08 refuses %o and names its location', (content, sentence) => {
  expect(() => read(content)).toThrow(sentence)
})

test('A-08 the error for AUTH_FILE never contains the invalid value, which may be a secret', () => {
  const wrong = { google: { ...client, clientSecret: ['hunter', 'two'] } }
  expect(() => read(wrong)).toThrow(/at google\.clientSecret/)
  expect(() => read(wrong)).not.toThrow(/hunter/)
})

test('A-08 AUTH_FILE accepts http only for addresses of this machine', () => {
  const local = { ...client, label: 'Ours', issuer: 'http://127.0.0.1:9000' }
  expect(read({ oidc: { ours: local } }).oidc['ours']?.issuer).toBe('http://127.0.0.1:9000')
})
