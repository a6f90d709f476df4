import { expect, test } from 'vitest'
import { findStorageAddress } from './storage-address'

test('an Amazon bucket needs only its name', () => {
  expect(findStorageAddress('s3://pictures')).toEqual({
    bucket: 'pictures',
    prefix: '',
    endpoint: undefined,
    region: 'us-east-1',
  })
})

test('another S3-compatible store is given by its endpoint and region', () => {
  expect(
    findStorageAddress('s3://pictures.b2b/live/media/?endpoint=http://127.0.0.1:9000&region=auto'),
  ).toEqual({
    bucket: 'pictures.b2b',
    prefix: 'live/media/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'auto',
  })
})

test.each([
  'pictures',
  'https://pictures',
  's3://',
  's3://key:secret@pictures',
  's3://pictures/with space',
  's3://pictures?endpoint=s3.example.com',
  's3://pictures?endpiont=https://s3.example.com',
  's3://pictures#here',
])('%s is not a valid storage address', (text) => {
  expect(findStorageAddress(text)).toBeUndefined()
})
