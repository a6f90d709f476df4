import { expect, test } from 'vitest'
import { roomValues } from './room-values'

const typed = { name: 'Deep end', description: '', genre: 'Deep House', joinBy: 'request' } as const

test('CH-02 an empty description is none; a genre is kept for genre rooms only, the way in for private ones only', () => {
  expect(roomValues({ ...typed, roomType: 'public' })).toEqual({
    name: 'Deep end',
    description: null,
    genre: null,
    joinBy: null,
  })
  expect(roomValues({ ...typed, description: 'Long blends', roomType: 'genre' })).toMatchObject({
    description: 'Long blends',
    genre: 'Deep House',
    joinBy: null,
  })
  expect(roomValues({ ...typed, genre: '', roomType: 'genre' }).genre).toBeNull()
  expect(roomValues({ ...typed, roomType: 'private' })).toMatchObject({ genre: null, joinBy: 'request' })
  expect(roomValues({ ...typed, joinBy: null, roomType: 'private' }).joinBy).toBe('invitation')
})
