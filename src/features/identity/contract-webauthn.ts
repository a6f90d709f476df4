import { z } from 'zod'

const bytes = z.string().max(20_000)
const credential = {
  id: z.string().min(1).max(2000),
  rawId: z.string().min(1).max(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
}

/** What `startRegistration` of @simplewebauthn/browser answers, and `toJSON()` of a new credential. */
export const registrationResponse = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

/** What `startAuthentication` of @simplewebauthn/browser answers, and `toJSON()` of an assertion. */
export const authenticationResponse = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.string().max(200).nullish(),
  }),
})

/** The `optionsJSON` of @simplewebauthn/browser, handed to it as it is. */
export const ceremonyOptions = z.looseObject({ challenge: z.string() })
