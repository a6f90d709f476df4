/** Placeholder user id: unknown accounts take as long as known ones (no timing oracle). */
export const PLACEHOLDER_USER = '00000000-0000-0000-0000-000000000000'
