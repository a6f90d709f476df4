import { generateKeyPairSync, sign } from 'node:crypto'

/** Creates RSA keys and a self-signed PEM certificate, as an identity provider has them. */
export function createCertificate(
  name: string,
  now = new Date(),
): { privateKey: string; certificate: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = sequence(tagged(0x06, Buffer.from('2a864886f70d01010b', 'hex')), tagged(0x05))
  const commonName = sequence(
    tagged(0x06, Buffer.from('550403', 'hex')),
    tagged(0x0c, Buffer.from(name, 'utf8')),
  )
  const subject = sequence(tagged(0x31, commonName))
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.of(1)),
    algorithm,
    subject,
    sequence(time(now, -1), time(now, 365)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', signed, privateKey)
  const der = sequence(signed, algorithm, tagged(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** Encodes a value in DER: tag, length, content. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80
      ? Buffer.of(length)
      : length < 0x100
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 0xff)
  return Buffer.concat([Buffer.of(tag), size, content])
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function time(now: Date, days: number): Buffer {
  const at = new Date(now.getTime() + days * 24 * 60 * 60 * 1000).toISOString()
  return tagged(0x17, Buffer.from(`${at.slice(2, 19).replaceAll(/[-T:]/g, '')}Z`, 'ascii'))
}
