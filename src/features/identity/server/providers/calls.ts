import { calls } from '../implementer'
import { findProviders } from './find-providers'

export const providerCalls = {
  ways: calls.ways.handler(({ context: { config, sms } }) => {
    const { captcha, sso } = config.auth
    return {
      providers: findProviders(config.auth),
      hasSso: sso.length > 0,
      hasPhone: sms.isOn,
      captcha: captcha === undefined ? null : { kind: captcha.kind, siteKey: captcha.siteKey },
    }
  }),

  providers: {
    start: calls.providers.start.handler(({ errors }) => {
      throw errors.PROVIDER_UNKNOWN()
    }),
    finish: calls.providers.finish.handler(({ errors }) => {
      throw errors.FLOW_DEAD()
    }),
  },

  sso: {
    start: calls.sso.start.handler(({ errors }) => {
      throw errors.SSO_UNKNOWN()
    }),
  },

  identities: {
    list: calls.identities.list.handler(() => ({ identities: [], linkable: [] })),
    link: calls.identities.link.handler(({ errors }) => {
      throw errors.PROVIDER_UNKNOWN()
    }),
    unlink: calls.identities.unlink.handler(({ errors }) => {
      throw errors.NOT_FOUND()
    }),
  },
}
