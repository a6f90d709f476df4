import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfiguration } from './configuration'
import { VARIABLE_NAMES } from './variables'

const OWN = { DATABASE_URL: 'postgres://me:hush@db/b2b', SECRET: '0123456789abcdef'.repeat(2) }

test('an empty environment starts the demo', () => {
  expect(readConfiguration({})).toMatchObject({
    port: 3000,
    dataDir: `${process.cwd()}/data`,
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    secret: undefined,
    apiOrigins: [],
    proxies: undefined,
    seed: 'demo',
    payments: 'sandbox',
    logLevel: 'info',
    isDemo: true,
  })
})

test('DATABASE_URL turns off example accounts and sandbox payments', () => {
  expect(readConfiguration(OWN)).toMatchObject({ seed: 'none', payments: 'none', isDemo: false })
  expect(readConfiguration({ ...OWN, PAYMENTS: 'sandbox', PUBLIC_DEMO: 'true' }).payments).toBe('sandbox')
})

test('uses the variables of the environment, and treats an empty one as unset', () => {
  const config = readConfiguration({
    PORT: ' 8080 ',
    PUBLIC_URL: 'https://b2b.example/',
    SEED: 'none',
    SMTP_URL: 'smtp://mail',
    HOST: '',
  })
  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'https://b2b.example',
    seed: 'none',
    host: '127.0.0.1',
  })
  expect(readConfiguration({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
})

test('reads API_ORIGINS as a list', () => {
  const { apiOrigins } = readConfiguration({ API_ORIGINS: 'https://a.example, http://localhost:5173' })
  expect(apiOrigins).toEqual(['https://a.example', 'http://localhost:5173'])
})

test.each([
  ['', undefined],
  ['false', undefined],
  ['true', { hops: 1 }],
  ['2', { hops: 2 }],
  ['10.0.0.0/8, 2001:db8::/32 192.0.2.1', { networks: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'] }],
])('reads the proxies from TRUST_PROXY=%s', (TRUST_PROXY, proxies) => {
  expect(readConfiguration({ TRUST_PROXY }).proxies).toEqual(proxies)
})

test.each([
  { HOST: '0.0.0.0', PUBLIC_DEMO: 'true' },
  { HOST: '0.0.0.0', SEED: 'none', SMTP_URL: 'smtp://mail' },
  { ...OWN, HOST: '0.0.0.0' },
  { HOST: '127.0.0.2' },
  { ...OWN, HOST: '0.0.0.0', WORKERS: 'auto', REDIS_URL: 'redis://cache' },
])('the configuration %j is accepted', (env) => expect(readConfiguration(env).host).toBe(env.HOST))

test.each([
  'http://localhost:3301',
  'http://demo.localhost:3301',
  'http://127.0.0.1:3301',
  'http://[::1]:3301',
])('the demo starts behind a proxy at %s, which only this machine can reach', (PUBLIC_URL) => {
  expect(readConfiguration({ PUBLIC_URL, TRUST_PROXY: 'true' }).publicUrl).toBe(PUBLIC_URL)
})

test.each([{ PUBLIC_DEMO: 'true' }, { SEED: 'none', SMTP_URL: 'smtp://mail' }, OWN])(
  'a site with %j is accepted behind a proxy at a public address',
  (env) => {
    const PUBLIC_URL = 'https://demo.example'
    expect(readConfiguration({ ...env, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  },
)

test('stores pictures in the data folder unless a bucket is set', () => {
  expect(readConfiguration({ AWS_ACCESS_KEY_ID: 'of something else' }).storage).toBeUndefined()
  const STORAGE_URL = 's3://pictures?endpoint=https://s3.example.com'
  expect(readConfiguration({ STORAGE_URL }).storage).toMatchObject({
    bucket: 'pictures',
    endpoint: 'https://s3.example.com',
    credentials: undefined,
  })
  const keys = { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'hush' }
  expect(readConfiguration({ STORAGE_URL, ...keys }).storage?.credentials).toEqual({
    accessKeyId: 'me',
    secretAccessKey: 'hush',
  })
})

test.each([
  [{ PORT: '80a' }, 'PORT is wrong: it must be a port number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is wrong: it must be a port number from 0 to 65535.'],
  [{ PORT: '-1' }, 'PORT is wrong: it must be a port number from 0 to 65535.'],
  [{ DATABASE_URL: 'mysql://hush@db' }, 'DATABASE_URL is wrong: it must be a PostgreSQL address such as'],
  [{ REDIS_URL: 'redis' }, 'REDIS_URL is wrong: it must be a Redis address such as'],
  [{ REDIS_URL: 'redis://a:6379,b:6379' }, 'REDIS_URL is wrong: it must be a Redis address such as'],
  [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL is wrong: it must be an http or https address such as'],
  [{ API_ORIGINS: 'https://app.example.com/' }, 'API_ORIGINS is wrong: it must be origins such as'],
  [{ API_ORIGINS: 'https://a.example, *' }, 'API_ORIGINS is wrong: it must be origins such as'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY is wrong: it must be true, false, a number of proxies'],
  [{ TRUST_PROXY: '11' }, 'TRUST_PROXY is wrong'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY is wrong'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY is wrong'],
  [{ SECRET: 'short' }, 'SECRET is wrong: it must be a random text of at least 32 characters, such as'],
  [{ SECRET: 'a'.repeat(40) }, 'SECRET is wrong: it must be a random text of at least 32 characters'],
  [{ SECRET: 'abcdefg'.repeat(9) }, 'SECRET is wrong: it must be a random text of at least 32 characters'],
  [{ DATABASE_URL: OWN.DATABASE_URL }, 'SECRET is missing. With DATABASE_URL, set it to'],
  [{ SEED: 'yes' }, 'SEED is wrong: it must be demo or none.'],
  [{ ...OWN, SEED: 'demo' }, 'SEED must be none when DATABASE_URL is set'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL is wrong: it must be a mail server address such as'],
  [{ MAIL_FROM: 'me' }, 'MAIL_FROM is wrong: it must be a sender such as'],
  [{ STORAGE_URL: 'https://bucket' }, 'STORAGE_URL is wrong: it must be a bucket such as s3://bucket'],
  [
    { STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'me' },
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together',
  ],
  [{ ...OWN, PAYMENTS: 'sandbox' }, 'PAYMENTS=sandbox sells tickets without real payments.'],
  [{ HOST: '0.0.0.0' }, 'HOST opens the demo to other machines'],
  [{ HOST: '::', SEED: 'none' }, 'HOST opens the demo to other machines'],
  [
    { SEED: 'demo', TRUST_PROXY: 'true', PUBLIC_URL: 'https://demo.example' },
    'PUBLIC_URL opens the demo to other machines',
  ],
  [{ SEED: 'none', PUBLIC_URL: 'https://demo.example' }, 'PUBLIC_URL opens the demo to other machines'],
  [{ WORKERS: '0' }, 'WORKERS is wrong: it must be auto or a number from 1 to 99.'],
  [{ WORKERS: 'auto', REDIS_URL: 'redis://cache' }, 'WORKERS needs DATABASE_URL and REDIS_URL'],
  [{ ...OWN, WORKERS: '2' }, 'WORKERS needs DATABASE_URL and REDIS_URL'],
  [{ PAYMENTS: 'cash' }, 'PAYMENTS is wrong: it must be sandbox, stripe or none.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is wrong: it must be'],
])('refuses to start with %j, in one sentence', (env, sentence) => {
  expect(() => readConfiguration(env)).toThrow(sentence)
})

test('the error for a variable never contains the invalid value, which may be a password', () => {
  expect(() => readConfiguration({ DATABASE_URL: 'mysql://me:hush@db' })).toThrow(/^(?!.*hush)/)
})

test('.env.example lists every variable once and sets none', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  const named = lines.filter((line) => line && !line.startsWith('#'))
  expect(named.toSorted()).toEqual(VARIABLE_NAMES.map((name) => `${name}=`).toSorted())
})

test.each([
  ['the minimum number of different characters', 'abcdefgh'.repeat(4)],
  ['openssl rand -hex 16', '7d3a1f9c04be5862d17fa93c60be8425'],
  ['openssl rand -base64 32', 'mJ0tq3V1yXb8R5u2oKfE7ZpLwA9dSgHc4N6iTjQvB0k='],
])('accepts a SECRET with %s', (_name, secret) => {
  expect(readConfiguration({ ...OWN, SECRET: secret }).secret).toBe(secret)
})

test('accepts a SECRET_PREVIOUS that is too weak for SECRET, so that it can be replaced', () => {
  const previous = 'a'.repeat(40)
  expect(readConfiguration({ ...OWN, SECRET_PREVIOUS: previous }).previousSecret).toBe(previous)
})
