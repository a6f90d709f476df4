import { expect, test } from 'vitest'
import { toRoomValues } from './room-values'

const typed = { name: 'Deep end', description: '', genre: 'Deep House', joinBy: 'request' } as const

test('CH-02 stores an empty description as null, a genre only for genre rooms, and `joinBy` only for private rooms', () => {
  expect(toRoomValues({ ...typed, roomType: 'public' })).toEqual({
    name: 'Deep end',
    description: null,
    genre: null,
    joinBy: null,
  })
  expect(toRoomValues({ ...typed, description: 'Long blends', roomType: 'genre' })).toMatchObject({
    description: 'Long blends',
    genre: 'Deep House',
    joinBy: null,
  })
  expect(toRoomValues({ ...typed, genre: '', roomType: 'genre' }).genre).toBeNull()
  expect(toRoomValues({ ...typed, roomType: 'private' })).toMatchObject({ genre: null, joinBy: 'request' })
  expect(toRoomValues({ ...typed, joinBy: null, roomType: 'private' }).joinBy).toBe('invitation')
})
