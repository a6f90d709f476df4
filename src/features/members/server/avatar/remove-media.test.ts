import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { createSetKey, toPictureUrl } from '~/platform/pictures/picture-set'
import { createFolderStorage } from '~/platform/storage/folder-storage'
import { removeAvatar } from './remove-avatar'
import { removeDueMedia } from './remove-media'
import { uploadAvatar } from './upload-avatar'

const mediaDir = mkdtempSync(join(tmpdir(), 'back-to-back-media-'))
const storage = createFolderStorage(mediaDir)
let picture = Buffer.alloc(0)
let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now: new Date(), hashPassword: async () => 'hash' })
  picture = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#c2452d' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await drop()
  rmSync(mediaDir, { recursive: true })
})

function listFiles(): string[] {
  const entries = readdirSync(mediaDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
const listRemovals = () => db.selectFrom('media_removals').selectAll().execute()
async function getShownUrl(key: string): Promise<string | null> {
  const profiles = db.selectFrom('profiles').select('avatar_url').where('id', '=', getPersonId(key))
  return (await profiles.executeTakeFirstOrThrow()).avatar_url
}
const options = { area: undefined, turn: 0 } as const
const notified: string[] = []
const live = {
  publish: (people: readonly (string | null)[], topics: readonly string[]) =>
    void notified.push(`${people.join()} ${topics.join()}`),
}
/** Records jobs without running them; tests call the periodic job directly. */
const enqueued: string[] = []
const jobs = { enqueue: (_db: unknown, name: string) => Promise.resolve(void enqueued.push(name)) }

function createCaller(key: string): Caller {
  const id = getPersonId(key)
  return {
    id,
    sessionId: id,
    fullName: key,
    email: '',
    isEmailVerified: true,
    avatarUrl: null,
    roles: ['user'],
  }
}
const makeDue = () =>
  db
    .updateTable('media_removals')
    .set({ due_at: sql`now()` })
    .execute()

describe('stores exactly the files that are shown', () => {
  test('concurrent uploads leave only the files of one picture', async () => {
    const mara = { userId: getPersonId('mara'), bytes: picture, options }
    const uploads = [1, 2, 3, 4].map(() => uploadAvatar({ db, jobs, live, storage }, mara))
    const urls = (await Promise.all(uploads)).map((result) => ('avatarUrl' in result ? result.avatarUrl : ''))
    await removeDueMedia(db, storage)
    const shown = await getShownUrl('mara')
    expect(new Set(urls).size).toBe(4)
    expect(urls).toContain(shown)
    expect(listFiles()).toHaveLength(6)
    expect(await storage.get((shown ?? '').replace('/media/', ''))).toBeDefined()
    expect(await listRemovals()).toEqual([])
    notified.length = 0
    enqueued.length = 0
  })

  test('removing the picture deletes its files and updates the owner’s other windows', async () => {
    await removeAvatar({ db, jobs, live, caller: createCaller('mara') })
    expect(notified).toEqual([`${getPersonId('mara')} identity,members`])
    expect(enqueued).toEqual(['members.remove_media'])
    expect(await getShownUrl('mara')).toBeNull()
    await removeDueMedia(db, storage)
    expect(listFiles()).toEqual([])
    await removeAvatar({ db, jobs, live, caller: createCaller('mara') })
    expect(notified).toHaveLength(1)
    expect(enqueued).toHaveLength(1)
  })

  test('any SQL statement that deletes an account also deletes the files of its picture', async () => {
    const { id } = await db
      .insertInto('accounts')
      .values({ email: 'goes@nowhere.example' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('profiles')
      .values({ id, full_name: 'Goes Away', email: 'goes@nowhere.example' })
      .execute()
    await uploadAvatar({ db, jobs, live, storage }, { userId: id, bytes: picture, options })
    expect(listFiles()).toHaveLength(6)
    await db.deleteFrom('accounts').where('id', '=', id).execute()
    await removeDueMedia(db, storage)
    expect(listFiles()).toEqual([])
    expect(await listRemovals()).toEqual([])
  })

  test('a picture at an external address has no files to delete', async () => {
    const profile = db.updateTable('profiles').where('id', '=', getPersonId('nova'))
    await profile.set({ avatar_url: 'https://elsewhere.example/nova.jpg' }).execute()
    await profile.set({ avatar_url: null }).execute()
    expect(await listRemovals()).toEqual([])
  })
})

describe('a failure leaves no files', () => {
  const juno = { userId: getPersonId('juno'), bytes: picture, options }

  test('an upload whose storage fails at the fourth file leaves no files', async () => {
    let count = 0
    const failing: typeof storage = {
      ...storage,
      put: (key, bytes) =>
        (count += 1) > 3 ? Promise.reject(new Error('disk full')) : storage.put(key, bytes),
    }
    const services = { db, jobs, live, storage: failing }
    await expect(uploadAvatar(services, { ...juno, bytes: picture })).rejects.toThrow('disk full')
    expect(listFiles()).toHaveLength(3)
    expect(await getShownUrl('juno')).toBeNull()
    await removeDueMedia(db, storage)
    expect(listFiles()).toEqual([])
    expect(await listRemovals()).toEqual([])
  })

  test('an upload leaves no files if the person is deleted during the upload', async () => {
    const noOne = { ...juno, bytes: picture, userId: newId() }
    await expect(uploadAvatar({ db, jobs, live, storage }, noOne)).rejects.toThrow(
      'the person no longer exists',
    )
    await removeDueMedia(db, storage)
    expect(listFiles()).toEqual([])
  })

  test('deletes the files of a killed upload process when they are due, and not earlier', async () => {
    const setKey = createSetKey('avatars')
    const soon = sql<Date>`now() + interval '1 minute'`
    await db.insertInto('media_removals').values({ set_key: setKey, due_at: soon }).execute()
    await storage.put(`${setKey}/96.webp`, picture)
    await removeDueMedia(db, storage)
    expect(listFiles()).toEqual(['96.webp'])
    await makeDue()
    await removeDueMedia(db, storage)
    expect(listFiles()).toEqual([])
    expect(await listRemovals()).toEqual([])
  })

  test('the next run retries a deletion that the storage failed to make', async () => {
    await db
      .updateTable('profiles')
      .set({ avatar_url: toPictureUrl(createSetKey('avatars')) })
      .where('id', '=', juno.userId)
      .execute()
    await db.updateTable('profiles').set({ avatar_url: null }).where('id', '=', juno.userId).execute()
    const away = { remove: () => Promise.reject(new Error('away')) }
    await expect(removeDueMedia(db, away)).rejects.toThrow('away')
    expect(await listRemovals()).toHaveLength(1)
    await removeDueMedia(db, storage)
    expect(await listRemovals()).toEqual([])
  })

  test('does not show an upload that finishes while its files are being deleted', async () => {
    let minutesLeft = 0
    const slow: typeof storage = {
      ...storage,
      async put(key, bytes) {
        await storage.put(key, bytes)
        if (!key.endsWith('640.avif')) return
        const [row] = await listRemovals()
        minutesLeft = ((row?.due_at.getTime() ?? 0) - Date.now()) / 60_000
        await makeDue()
        await removeDueMedia(db, storage)
      },
    }
    const late = uploadAvatar({ db, jobs, live, storage: slow }, { ...juno, bytes: picture })
    await expect(late).rejects.toThrow('so long that its files were deleted')
    expect(Math.round(minutesLeft)).toBe(15)
    expect(await getShownUrl('juno')).toBeNull()
    expect(listFiles()).toEqual([])
  })
})
