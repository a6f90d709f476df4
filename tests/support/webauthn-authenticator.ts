import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

type Bytes = string | ArrayBuffer | Uint8Array

/** The options that a browser passes to an authenticator, as JSON or parsed by the client. */
interface Wanted {
  challenge: Bytes
  user?: { id: Bytes }
}

/** Deliberate errors in a response. */
interface Trick {
  origin?: string
  rpId?: string
  /** The signature counter to send instead of the real one. */
  counter?: number
  isVerified?: boolean
  isPresent?: boolean
  type?: string
  challenge?: Bytes
  /** Signs with a different key. */
  isForged?: boolean
  userHandle?: string
}

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/** A software authenticator (WebAuthn Level 2): one ES256 key, no attestation, a counter that increases with each use. */
export function createAuthenticator({ origin = 'http://localhost:3000', rpId = 'localhost' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle: string | undefined

  function clientData(wanted: Wanted, type: string, trick: Trick): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: trick.type ?? type,
        challenge: base64url(trick.challenge ?? wanted.challenge),
        origin: trick.origin ?? origin,
        crossOrigin: false,
      }),
    )
  }

  function authenticatorData(trick: Trick, flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    const own =
      flags |
      (trick.isPresent === false ? 0 : USER_PRESENT) |
      (trick.isVerified === false ? 0 : USER_VERIFIED)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(trick.counter ?? counter)
    return Buffer.concat([sha256(Buffer.from(trick.rpId ?? rpId)), Buffer.from([own]), count, rest])
  }

  return {
    id,
    /** Works like navigator.credentials.create. */
    create(wanted: Wanted, trick: Trick = {}): RegistrationResponseJSON {
      userHandle = wanted.user && base64url(wanted.user.id)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(coseKey(publicKey))])
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(trick, HAS_CREDENTIAL, key)],
        ]),
      )
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData(wanted, 'webauthn.create', trick).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Works like navigator.credentials.get. */
    get(wanted: Wanted, trick: Trick = {}): AuthenticationResponseJSON {
      counter += 1
      const data = authenticatorData(trick, 0)
      const client = clientData(wanted, 'webauthn.get', trick)
      const signer = trick.isForged
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : privateKey
      const handle = trick.userHandle ?? userHandle
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), signer).toString('base64url'),
          ...(handle !== undefined && { userHandle: handle }),
        },
      }
    },
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function base64url(bytes: Bytes): string {
  return typeof bytes === 'string' ? bytes : Buffer.from(new Uint8Array(bytes)).toString('base64url')
}

/** Encodes an elliptic curve key (RFC 9053; 1: 2) for ES256 (3: -7) on P-256 (-1: 1). */
function coseKey(key: KeyObject): Cbor {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** Encodes a value by the part of RFC 8949 (CBOR) that keys and attestations need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}
