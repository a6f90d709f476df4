import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from './migrate'
import { runAsAdmin, withDatabase } from '~tests/support/database'

const name = `panel_upgrade_${process.pid}`
const admin = () => inject('testServer').admin
afterAll(() => runAsAdmin(admin(), `drop database ${name} with (force)`))

const FOLDER = 'src/database/migrations'
const before = readdirSync(FOLDER).filter((file) => file < '0031')

test('who let whom in, what was done and what is made up are known of a house from before there was a panel', async () => {
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
  // Root let in Mara, Mara let in Juno. Kit has used a code whose maker is gone; Carl is a customer, who once made a code.
  await client.query(`
    with made as (
      insert into accounts (email) select who || '@backtoback.example' from unnest(array['root', 'mara', 'juno', 'kit', 'carl']) who
      returning id, email)
    insert into profiles (id, full_name, email) select id, split_part(email, '@', 1), email from made`)
  await client.query(`insert into user_roles (user_id, role) select id,
    case full_name when 'root' then 'admin' when 'carl' then 'customer' else 'user' end from profiles`)
  await client.query(`
    insert into invitations (code, status, created_by, used_by, used_at, note)
    select code, case when used is null then 'pending' else 'used' end, (select id from profiles where full_name = maker),
      (select id from profiles where full_name = used), case when used is not null then timestamptz '2026-03-01' end, 'For Ada'
    from (values ('CODE0001', 'root', 'mara'), ('CODE0002', 'mara', 'juno'), ('CODE0003', null, 'kit'), ('CODE0004', 'carl', null))
      made (code, maker, used)`)
  await client.query(`insert into settings (key, value) values ('fee_basis_points', '700')`)
  await client.query(`insert into audit_log (action, subject_type, subject_id, details)
    values ('chat.mute', 'person', 'x', '{"person": "y", "why": "Spam"}')`)
  await client.query(`
    insert into events (title, event_date, event_type, location, venue_name, organizer_id, is_sample)
    select 'Night', now(), 'club_night', 'Berlin', 'Hall', id, true from profiles where full_name = 'root'`)
  await client.end()

  await migrate(url)

  const after = new Client({ connectionString: url })
  await after.connect()
  const { rows: tree } = await after.query(`
    select p.full_name as who, above.full_name as by, cardinality(t.path) as level
    from invitation_tree t join profiles p on p.id = t.id left join profiles above on above.id = t.parent_id order by t.place`)
  const { rows: log } = await after.query('select family, person_id, search_text from audit_log')
  const { rows: settings } = await after.query('select key, version from settings')
  const { rows: codes } = await after.query(
    `select count(*)::int from invitations where search_text like '%for ada%' and is_sample`,
  )
  const { rows: people } = await after.query('select count(*)::int from profiles where is_sample')
  await after.end()
  expect(tree).toHaveLength(5)
  expect(tree).toEqual(
    expect.arrayContaining([
      { who: 'root', by: null, level: 1 },
      { who: 'mara', by: 'root', level: 2 },
      { who: 'juno', by: 'mara', level: 3 },
      { who: 'kit', by: null, level: 1 },
      { who: 'carl', by: null, level: 1 },
    ]),
  )
  expect(log).toEqual([{ family: 'chat', person_id: 'y', search_text: 'chat mute x spam y' }])
  expect(settings).toContainEqual({ key: 'fee_basis_points', version: 1 })
  expect({ codes, people }).toEqual({ codes: [{ count: 3 }], people: [{ count: 5 }] })
})
