import { generateKeyPairSync, sign } from 'node:crypto'

const SHA256_WITH_RSA = '300d06092a864886f70d01010b0500'
const COMMON_NAME = '0603550403'

/** Creates RSA keys with a self-signed PEM certificate, valid for a day before and after now. */
export function createCertificate(name: string): { privateKey: string; certificate: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = Buffer.from(SHA256_WITH_RSA, 'hex')
  const who = der(0x30, der(0x31, der(0x30, Buffer.from(COMMON_NAME, 'hex'), der(0x0c, Buffer.from(name)))))
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    who,
    der(0x30, day(-1), day(1)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', signed, privateKey))
  const lines = der(0x30, signed, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines?.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** Encodes a value in DER: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content])
}

function day(away: number): Buffer {
  const at = new Date(Date.now() + away * 86_400_000).toISOString()
  return der(0x17, Buffer.from(`${at.slice(2, 19).replaceAll(/[-T:]/g, '')}Z`))
}
