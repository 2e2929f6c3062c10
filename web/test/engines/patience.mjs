// The longest that a test waits for anything, in ms. It ends what hangs: on a
// machine that is shared, what comes at all may come late.
export const PATIENCE = Number(process.env.KEYRANGE_PATIENCE ?? 120_000);
