import type { Situation } from './roles.ts';

/**
 * What must come of every act in every situation, written by hand. The columns are the roles in their order:
 *
 *   visitor · stranger · pending co-author · co-author · uploader · pack manager · moderator · administrator
 *
 * `.` done   `-` done, but the track is not in it   `L` sign in first (401)   `D` refused with the reason (403)
 * `N` as if there were no such track (404)   `C` not in this state (409)
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

/** Lists know no keys, and a pack's manager finds what is submitted in the pack. */
export const listed: Expected = {
  public: '........',
  unlisted: '--...-..',
  'with its key': '--...-..',
  hidden: '--...-..',
  deleted: '--------',
  'deleted by a moderator': '--------',
  beta: '........',
};

const gone = { deleted: 'NNNNNNNN', 'deleted by a moderator': 'NNNNNNNN' } as const;

/** Acts of authors and the crew: the key of a link gives no rights, so it opens nothing here. */
const byAuthors = (seen: string, unseen: string): Expected => ({
  public: seen,
  unlisted: unseen,
  'with its key': unseen,
  hidden: unseen,
  ...gone,
  beta: seen,
});

/** Text: uploader, co-authors, moderators. */
export const editing = byAuthors('LDD..D..', 'NND..D..');
/** Who sees it, who its authors are, its link: the uploader and moderators. */
export const owning = byAuthors('LDDD.D..', 'NNDD.D..');
/** The file: the uploader alone. */
export const replacing = byAuthors('LDDD.DDD', 'NNDD.DDD');
/** Once: what was public before has been released. A beta becomes a track like any other. */
export const releasing: Expected = {
  ...byAuthors('LDDDDDDD', 'NNDDDDDD'),
  hidden: 'NNDD.D..',
  beta: 'LDDD.D..',
};
/** The second press of the button finds it deleted, and that is well. */
export const deleting: Expected = {
  ...owning,
  deleted: 'NNDD.D..',
  'deleted by a moderator': 'NNDD.D..',
};
/** What a moderator took no author gives back. */
export const restoring: Expected = {
  ...owning,
  deleted: 'NNDD.D..',
  'deleted by a moderator': 'NNDDDD..',
};
export const accepting = byAuthors('LD..DDDD', 'NN..DDDD');
export const declining = byAuthors('LD.DDDDD', 'NN.DDDDD');
export const leaving = byAuthors('LDD.DDDD', 'NND.DDDD');

/** Talk: whoever sees the track and is signed in. Visitors are asked to sign in before anything is looked at. */
export const talking: Expected = {
  public: 'L.......',
  unlisted: 'LN......',
  'with its key': 'L.......',
  hidden: 'LN......',
  deleted: 'LNNNNNNN',
  'deleted by a moderator': 'LNNNNNNN',
  beta: 'L.......',
};
/** Others' public tracks only, and no betas. */
export const awarding: Expected = {
  ...talking,
  public: 'L.DDD...',
  unlisted: 'LNDDD...',
  'with its key': 'L.DDD...',
  hidden: 'LNDDDDDD',
  beta: 'LDDDDDDD',
};
/** The text is the stranger's: who no longer sees the track no longer changes it. */
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

/** A Play Later list names tracks one finds in lists: the key does not bring one there. */
export const keeping: Expected = { ...talking, 'with its key': 'LN......' };

/** Moderators, and only what everybody can see and drive. */
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

/** Which video of a track is shown: its authors and the crew. */
export const choosingVideos: Expected = {
  ...talking,
  public: 'LDD..D..',
  unlisted: 'LND..D..',
  'with its key': 'LDD..D..',
  hidden: 'LND..D..',
  beta: 'LDD..D..',
};

/** Pages of forms ask visitors to sign in before anything is looked at. */
const asForm = (expected: Expected): Expected =>
  Object.fromEntries(
    Object.entries(expected).map(([situation, row]) => [situation, `L${row.slice(1)}`]),
  ) as unknown as Expected; // the same keys

export const openingEdit = asForm(editing);
/** What is deleted has no page that deletes it. */
export const openingDelete: Expected = {
  ...asForm(owning),
  deleted: 'LNDDNDNN',
  'deleted by a moderator': 'LNDDNDNN',
};
/** What is there has no page that restores it. The page tells an author why a moderator's act stays. */
export const openingRestore: Expected = {
  ...asForm(byAuthors('LDDDNDNN', 'NNDDNDNN')),
  deleted: 'LNDD.D..',
  'deleted by a moderator': 'LNDD.D..',
};
/** Of one's own, what was deleted. */
export const findingDeleted: Expected = {
  public: 'LNNNNNNN',
  unlisted: 'LNNNNNNN',
  'with its key': 'LNNNNNNN',
  hidden: 'LNNNNNNN',
  deleted: 'LNNN.NNN',
  'deleted by a moderator': 'LNNN.NNN',
  beta: 'LNNNNNNN',
};
