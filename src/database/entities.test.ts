import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'

/** The entities of section 3 of the specification, under their own names. */
const entities = {
  profiles:
    'id full_name email dj_name bio genre location phone price_range equipment avatar_url is_verified created_at',
  user_roles: 'user_id role',
  invitations: 'id code status created_by used_by used_at created_at expires_at',
  bookings: 'id client_id dj_id event_date event_type location status created_at',
  user_member_types: 'user_id member_type',
  connections: 'id user_id connected_user_id status',
  profile_views: 'profile_id',
  events:
    'id title description event_type event_date event_status is_public location venue_name venue_address capacity age_restriction featured_image_url ticket_price tickets_available organizer_id dj_id',
  ticket_types: 'id name description price quantity_total quantity_sold',
  tickets: 'id customer_id ticket_number status checked_in_at',
  orders: 'id customer_id order_number status total created_at',
  chat_rooms: 'id name description room_type genre created_by is_active',
  chat_room_members: 'id room_id user_id role',
  chat_messages: 'id room_id user_id content message_type created_at is_edited',
}

test('DA-01 every entity and field of section 3 is in the database, under its name', async () => {
  const { db, drop } = await createTestDatabase()
  const { rows } = await sql<{ field: string }>`
    select table_name || '.' || column_name as field from information_schema.columns where table_schema = 'public'
  `.execute(db)
  await drop()
  const there = new Set(rows.map(({ field }) => field))
  const wanted = Object.entries(entities).flatMap(([table, fields]) =>
    fields.split(' ').map((field) => `${table}.${field}`),
  )
  expect(wanted.filter((field) => !there.has(field))).toEqual([])
})
