import type { Situation } from './roles.ts';

/**
 * The expected result of every action in every situation, written by hand. The columns are the roles in their order:
 *
 *   visitor · stranger · pending co-author · co-author · uploader · pack manager · moderator · administrator
 *
 * `.` done   `-` done, but the track is not included   `L` sign in first (401)   `D` refused with a reason (403)
 * `N` as if the track did not exist (404)   `C` not possible in this state (409)
 */
export type Expected = Readonly<Record<Situation, string>>;

/** Who may see a track. */
export const looking: Expected = {
  public: '........',
  unlisted: 'NN......',
  'with its key': '........',
  hidden: 'NN......',
  deleted: 'NNNNNNNN',
  'deleted by a moderator': 'NNNNNNNN',
  beta: '........',
};

/** The game has no session: it sees what a visitor sees. */
export const inTheGame: Expected = {
  ...looking,
  unlisted: 'NNNNNNNN',
  hidden: 'NNNNNNNN',
};

/** Lists ignore keys; a pack's manager finds submitted tracks in the pack. */
export const listed: Expected = {
  public: '........',
  unlisted: '--...-..',
  'with its key': '--...-..',
  hidden: '--...-..',
  deleted: '--------',
  'deleted by a moderator': '--------',
  beta: '........',
};

/** What a visitor finds in lists, no matter who is signed in. */
export const listedInTheGame: Expected = {
  ...listed,
  unlisted: '--------',
  'with its key': '--------',
  hidden: '--------',
};

const gone = { deleted: 'NNNNNNNN', 'deleted by a moderator': 'NNNNNNNN' } as const;

/** Actions of authors and the crew: the key of a secret link grants no permissions. */
const byAuthors = (seen: string, unseen: string): Expected => ({
  public: seen,
  unlisted: unseen,
  'with its key': unseen,
  hidden: unseen,
  ...gone,
  beta: seen,
});

/** Texts: uploader, co-authors, moderators. */
export const editing = byAuthors('LDD..D..', 'NND..D..');
/** Visibility, authors and secret link: the uploader and moderators. */
export const owning = byAuthors('LDDD.D..', 'NNDD.D..');
/** The file: only the uploader. */
export const replacing = byAuthors('LDDD.DDD', 'NNDD.DDD');
/** Once: a track that was public before has been released. A released beta is a normal track. */
export const releasing: Expected = {
  ...byAuthors('LDDDDDDD', 'NNDDDDDD'),
  hidden: 'NNDD.D..',
  beta: 'LDDD.D..',
};
/** A second press of the button finds the track deleted, which is fine. */
export const deleting: Expected = {
  ...owning,
  deleted: 'NNDD.D..',
  'deleted by a moderator': 'NNDD.D..',
};
/** Authors cannot restore what a moderator deleted. */
export const restoring: Expected = {
  ...owning,
  deleted: 'NNDD.D..',
  'deleted by a moderator': 'NNDDDD..',
};
export const accepting = byAuthors('LD..DDDD', 'NN..DDDD');
/** Moderators withhold what is public; a hidden track that does not wait is not theirs to publish. */
export const authorizing: Expected = {
  ...byAuthors('LD..DD..', 'NN..DD..'),
  hidden: 'NN..DDDD',
};
export const declining = byAuthors('LD.DDDDD', 'NN.DDDDD');
export const leaving = byAuthors('LDD.DDDD', 'NND.DDDD');

/** Comments: signed-in users who can see the track. Visitors must sign in before anything else is checked. */
export const talking: Expected = {
  public: 'L.......',
  unlisted: 'LN......',
  'with its key': 'L.......',
  hidden: 'LN......',
  deleted: 'LNNNNNNN',
  'deleted by a moderator': 'LNNNNNNN',
  beta: 'L.......',
};
/** What a user can do with their own replay and moderators with any; here the uploader is the driver. */
export const ofTheDriver: Expected = {
  ...talking,
  public: 'LDDD.D..',
  unlisted: 'LNDD.D..',
  'with its key': 'LDDD.D..',
  hidden: 'LNDD.D..',
  beta: 'LDDD.D..',
};
/** What only the authors of a track can do with the replays on it. */
export const ofTheAuthors: Expected = {
  ...talking,
  public: 'LDD..DDD',
  unlisted: 'LND..DDD',
  'with its key': 'LDD..DDD',
  hidden: 'LND..DDD',
  beta: 'LDD..DDD',
};
/** Nothing was deleted. */
export const restoringWhatIsThere: Expected = {
  ...talking,
  public: 'LCCCCCCC',
  unlisted: 'LNCCCCCC',
  'with its key': 'LCCCCCCC',
  hidden: 'LNCCCCCC',
  beta: 'LCCCCCCC',
};
/** Only public tracks of other users that are not beta. */
export const awarding: Expected = {
  ...talking,
  public: 'L.DDD...',
  unlisted: 'LNDDD...',
  'with its key': 'L.DDD...',
  hidden: 'LNDDDDDD',
  beta: 'LDDDDDDD',
};
/** The text belongs to the other user, who cannot edit it any more if the track is no longer visible. */
export const editingTheStrangersComment: Expected = {
  ...talking,
  public: 'L.DDDDDD',
  unlisted: 'LNDDDDDD',
  'with its key': 'L.DDDDDD',
  hidden: 'LNDDDDDD',
  beta: 'L.DDDDDD',
};
export const removingTheStrangersComment: Expected = {
  ...talking,
  public: 'L.DDDD..',
  unlisted: 'LNDDDD..',
  'with its key': 'L.DDDD..',
  hidden: 'LNDDDD..',
  beta: 'L.DDDD..',
};

/** A Play Later list contains listed tracks only, so the key has no effect. */
export const keeping: Expected = { ...talking, 'with its key': 'LN......' };

/** Moderators, and only tracks that everyone can see and drive. */
export const featuring: Expected = {
  public: 'LDDDDD..',
  unlisted: 'LDDDDDCC',
  'with its key': 'LDDDDDCC',
  hidden: 'LDDDDDCC',
  deleted: 'LDDDDDNN',
  'deleted by a moderator': 'LDDDDDNN',
  beta: 'LDDDDDCC',
};
export const unfeaturing: Expected = {
  ...featuring,
  unlisted: 'LDDDDD..',
  'with its key': 'LDDDDD..',
  hidden: 'LDDDDD..',
  beta: 'LDDDDD..',
};

/** Moderators see measurements of replays, of whatever track they see. */
export const seeingEvidence: Expected = { ...unfeaturing };

/** The leaderboard of a track: moderators, except of beta tracks. */
export const choosingType: Expected = { ...unfeaturing, beta: featuring.beta };

/** The videos shown on a track: its authors and the crew. */
export const choosingVideos: Expected = {
  ...talking,
  public: 'LDD..D..',
  unlisted: 'LND..D..',
  'with its key': 'LDD..D..',
  hidden: 'LND..D..',
  beta: 'LDD..D..',
};

/** The managers of its pack and the crew, whatever they can see of the track. */
export const managingItsPack: Expected = {
  public: 'LDDDD...',
  unlisted: 'LDDDD...',
  'with its key': 'LDDDD...',
  hidden: 'LDDDD...',
  deleted: 'LDDDD...',
  'deleted by a moderator': 'LDDDD...',
  beta: 'LDDDD...',
};
/** Its authors and the pack's managers; it is listed already. Moderators submit like everyone else. */
export const submittingAgain: Expected = {
  ...talking,
  public: 'LDDCCCDD',
  unlisted: 'LNDCCCDD',
  'with its key': 'LNDCCCDD',
  hidden: 'LNDCCCDD',
  beta: 'LDDCCCDD',
};
/** The page about submitting it: everyone who can see the track without a key. */
export const openingSubmit: Expected = { ...talking, 'with its key': 'LN......' };
/** What was approved is the managers' decision. */
export const withdrawingApproved: Expected = {
  ...submittingAgain,
  public: 'LDDCC.DD',
  unlisted: 'LNDCC.DD',
  'with its key': 'LNDCC.DD',
  hidden: 'LNDCC.DD',
  beta: 'LDDCC.DD',
};

/** Pages with forms require a session before anything else is checked. */
const asForm = (expected: Expected): Expected =>
  Object.fromEntries(
    Object.entries(expected).map(([situation, row]) => [situation, `L${row.slice(1)}`]),
  ) as unknown as Expected; // the same keys

export const openingEdit = asForm(editing);
/** A deleted track has no page for deleting it. */
export const openingDelete: Expected = {
  ...asForm(owning),
  deleted: 'LNDDNDNN',
  'deleted by a moderator': 'LNDDNDNN',
};
/** An existing track has no page for restoring it. The page explains to authors why they cannot undo a moderator's action. */
export const openingRestore: Expected = {
  ...asForm(byAuthors('LDDDNDNN', 'NNDDNDNN')),
  deleted: 'LNDD.D..',
  'deleted by a moderator': 'LNDD.D..',
};
/** Own deleted tracks. */
export const findingDeleted: Expected = {
  public: 'LNNNNNNN',
  unlisted: 'LNNNNNNN',
  'with its key': 'LNNNNNNN',
  hidden: 'LNNNNNNN',
  deleted: 'LNNN.NNN',
  'deleted by a moderator': 'LNNN.NNN',
  beta: 'LNNNNNNN',
};
