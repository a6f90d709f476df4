import { type Employee, minutes } from './saml-provider'

/** The person an attacker impersonates. */
export const EVIL = 'admin@label.example'
const assertionIn = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
const signatureIn = (xml: string) => /<ds:Signature.*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
const named = (xml: string, name: string) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${name}`)
/** Creates an assertion about another person, with the signature of the real assertion or without one. */
const forged = (xml: string, signature = '') =>
  named(assertionIn(xml), EVIL)
    .replace(/ ID="[^"]+"/, ' ID="_forged"')
    .replace(signatureIn(xml), signature)

/** Responses that must be refused: the fault of each, and the reason in the operator's log. */
export const forgeries: readonly [string, RegExp, Employee][] = [
  ['for another audience', /audience mismatch/, { lies: { Audience: 'https://another.example/metadata' } }],
  [
    'handed to another service',
    /another recipient/,
    { lies: { SubjectRecipient: 'https://another.example/acs' } },
  ],
  [
    'sent to another service',
    /a SAML response for https/,
    { lies: { Destination: 'https://another.example/acs' } },
  ],
  [
    'that is over',
    /expired/,
    { lies: { ConditionsNotOnOrAfter: minutes(-3), ConditionsNotBefore: minutes(-9) } },
  ],
  [
    'whose bearer is too late',
    /No valid subject confirmation/,
    { lies: { SubjectConfirmationDataNotOnOrAfter: minutes(-3) } },
  ],
  [
    'that is not yet good',
    /not yet valid/,
    { lies: { ConditionsNotBefore: minutes(3), ConditionsNotOnOrAfter: minutes(9) } },
  ],
  [
    'to another request',
    /InResponseTo is not valid/,
    { lies: { InResponseTo: '_somebody-else-asked-for-this' } },
  ],
  [
    'to no request',
    /InResponseTo is missing/,
    { forge: (xml) => xml.replaceAll(/ InResponseTo="[^"]+"/g, '') },
  ],
  [
    'of another company',
    /an assertion issued by https/,
    { lies: { Issuer: 'https://login.another.example' } },
  ],
  ['that only the envelope is signed of', /Invalid signature/, { signs: 'response' }],
  ['that nobody signed', /Invalid signature/, { forge: (xml) => xml.replace(signatureIn(xml), '') }],
  ['signed by somebody else', /Invalid signature/, { with: 'another key' }],
  ['signed with SHA-1', /the algorithm .*rsa-sha1/, { with: 'sha1' }],
  ['changed afterwards', /Invalid signature/, { forge: (xml) => named(xml, EVIL) }],
  [
    'whose name a comment cuts in two',
    /a comment/,
    {
      nameId: 'ada@label.example.another.example',
      forge: (xml) => xml.replace('label.example.another', 'label.example<!---->.another'),
    },
  ],
  [
    'with entities',
    /a document type/,
    {
      forge: (xml) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml.replace('<saml:Issuer>', '<saml:Issuer>&b;')}`,
    },
  ],
  [
    'with a forged one before it',
    /multiple assertions/,
    { forge: (xml) => xml.replace(assertionIn(xml), (true_) => forged(xml) + true_) },
  ],
  [
    'with a forged one after it',
    /multiple assertions/,
    { forge: (xml) => xml.replace(assertionIn(xml), (true_) => true_ + forged(xml)) },
  ],
  [
    'hidden in the extensions, a forged one in its place',
    /Invalid signature/,
    {
      forge: (xml) =>
        xml.replace(
          assertionIn(xml),
          (true_) => `<samlp:Extensions>${true_}</samlp:Extensions>${forged(xml, signatureIn(xml))}`,
        ),
    },
  ],
  [
    'hidden in the signature of a forged one',
    /Invalid signature/,
    {
      forge: (xml) =>
        xml.replace(assertionIn(xml), (true_) =>
          forged(
            xml,
            signatureIn(xml).replace(
              '</ds:Signature>',
              `<ds:Object>${true_.replace(signatureIn(xml), '')}</ds:Object></ds:Signature>`,
            ),
          ),
        ),
    },
  ],
  [
    'hidden in the subject of a forged one of the same id',
    /Invalid signature/,
    {
      forge: (xml) =>
        xml.replace(assertionIn(xml), (true_) =>
          named(true_, EVIL).replace('</saml:SubjectConfirmation>', `${true_}</saml:SubjectConfirmation>`),
        ),
    },
  ],
  [
    'inside of a forged response',
    /Invalid signature/,
    {
      forge: (xml) =>
        xml
          .replace(assertionIn(xml), forged(xml))
          .replace('</samlp:Response>', `<samlp:Extensions>${xml}</samlp:Extensions></samlp:Response>`),
    },
  ],
  ['that is no XML', /before first tag/, { forge: () => 'not at all' }],
  ['that is nothing', /received null/, { forge: () => '' }],
  ['that is none', /Response/, { forge: (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse') }],
  [
    'that does not say that it went well',
    /Status/,
    { forge: (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/s, '') },
  ],
]
