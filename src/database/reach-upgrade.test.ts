import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from './migrate'
import { runAsAdmin, withDatabase } from '~tests/support/database'

const name = `reach_upgrade_${process.pid}`
const admin = () => inject('testServer').admin
afterAll(() => runAsAdmin(admin(), `drop database ${name} with (force)`))

const FOLDER = 'src/database/migrations'
const before = readdirSync(FOLDER).filter((file) => file < '0058')

test('A-08 what was confirmed without being there is so no more, and cannot be again; the rest stays as it was', async () => {
  await runAsAdmin(admin(), `create database ${name}`)
  const url = withDatabase(admin(), name)
  await migrate(
    url,
    Object.fromEntries(
      before.map((file) => [file.replace('.sql', ''), readFileSync(`${FOLDER}/${file}`, 'utf8')]),
    ),
  )
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`
    with made as (
      insert into accounts (email, email_verified_at, phone, phone_verified_at) values
        (null, now(), '+4915200000001', now()), ('ada@lind.example', now(), null, now()), ('mia@lind.example', now(), '+4915200000002', null)
      returning id, email)
    insert into profiles (id, full_name, email) select id, 'Ada', email from made`)
  await migrate(url)
  const { rows } = await client.query(`
    select phone, email, phone_verified_at is not null as has_phone, email_verified_at is not null as has_email
    from accounts order by phone`)
  expect(rows).toEqual([
    { phone: '+4915200000001', email: null, has_phone: true, has_email: false },
    { phone: '+4915200000002', email: 'mia@lind.example', has_phone: false, has_email: true },
    { phone: null, email: 'ada@lind.example', has_phone: false, has_email: true },
  ])
  for (const [column, constraint] of [
    ['email', 'accounts_email_proven'],
    ['phone', 'accounts_phone_proven'],
  ])
    await expect(
      client.query(`update accounts set ${column}_verified_at = now() where ${column} is null`),
    ).rejects.toMatchObject({ constraint })
  await client.end()
})
