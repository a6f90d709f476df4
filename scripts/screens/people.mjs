// The people whose screens are compared. Each has one browser context per side; the visitor is not signed in.
import sharp from 'sharp'

const DEMO_PASSWORD = 'slipped-halves'

const signIn = (name) => (call) =>
  call('POST', 'auth/sign-in', { email: `${name}@backtoback.example`, password: DEMO_PASSWORD })

/** An unused invitation code of the demo. */
const INVITATION = 'W3LC0ME2'
export const newCustomer = {
  fullName: 'Ada Verboven',
  email: 'ada@verboven.example',
  password: 'two left shoes',
}
export const newMember = {
  fullName: 'Bo Lindqvist',
  email: 'bo@lindqvist.example',
  password: 'two left shoes',
}

/** Signs up with a profile picture, because the default color depends on a random id. */
const signUp = (person) => async (call) => {
  await call('POST', 'auth/sign-up', person)
  const background = { r: 120, g: 160, b: 200 }
  const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background } })
    .png()
    .toBuffer()
  await call('POST', 'me/avatar?x=0&y=0&size=512&rotate=0', picture)
}

export const people = {
  visitor: undefined,
  customer: signIn('customer'),
  member: signIn('mara'),
  organizer: signIn('jonas'),
  agent: signIn('sofia'),
  moderator: signIn('moderator'),
  admin: signIn('admin'),
  newCustomer: signUp(newCustomer),
  newMember: signUp({ ...newMember, code: INVITATION }),
  // The new member in another browser, where two-step verification requires a code.
  recovering: undefined,
  newAdmin: undefined,
}
